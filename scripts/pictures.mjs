// Writes the pictures of docs/architecture.md from what dependency-cruiser finds: who imports whom.

import { spawnSync } from 'node:child_process';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { writeGenerated } from './dist/repository.js';

const look = `
  graph [bgcolor=transparent, nodesep=0.3, ranksep=0.5, pad=0.15]
  node [shape=box, style="filled,rounded", color=none, fixedsize=true, width=1.95, height=0.36,
    fontname="system-ui, sans-serif", fontsize=9.75, fontcolor="#1c2024"]
  edge [color="#8a8f98", arrowsize=0.6]`;

const request = ['codec', 'request', 'rules', 'plan'];
const data = ['facts', 'events', 'index', 'figures'];
/** @param {string} name the fill of a box; text is dark, so fills are light */
const colorOf = (name) => {
  if (name === 'answer') return '#ffe3b8';
  return request.includes(name) ? '#cfe3ff' : data.includes(name) ? '#d5f0d2' : '#e6e8eb';
};

/** @type {readonly { file: string, title: string, among: string, folder: RegExp, nameOf: (folder: string) => string }[]} */
const pictures = [
  {
    file: 'docs/pictures/layers.svg',
    title: 'Layers of the core: who imports whom',
    among: '^packages/core/src/[^/]+/',
    folder: /^packages\/core\/src\/([^/]+)\//,
    nameOf: (folder) => folder,
  },
  {
    file: 'docs/pictures/packages.svg',
    title: 'Packages: who builds on whom',
    among: '^(packages/[^/]+|conformance)/(src|oracle)/',
    folder: /^(?:packages\/)?([^/]+)\//,
    nameOf: (folder) => (folder === 'cli' ? 'tallyboard' : `@tallyboard/${folder}`),
  },
];

const graphviz = await Graphviz.load();
for (const { file, title, among, folder, nameOf } of pictures) {
  const words = ['packages', 'conformance', '--output-type', 'json', '--include-only', among];
  const exclude = ['--exclude', '[.]test|/dist/|selftest|packages/engines'];
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const { stdout } = spawnSync(process.execPath, [program, ...words, ...exclude], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const nameIn = (/** @type {string} */ path) => nameOf(folder.exec(path)?.[1] ?? '');
  const lines = new Set();
  for (const { source, dependencies } of JSON.parse(stdout).modules) {
    const name = nameIn(source);
    lines.add(`"${name}" [fillcolor="${colorOf(name)}"]`);
    for (const { resolved } of dependencies)
      if (nameIn(resolved) !== name) lines.add(`"${name}" -> "${nameIn(resolved)}"`);
  }
  const dot = `digraph "${title}" {${look}\n${[...lines].sort().join('\n')}\n}`;
  writeGenerated(file, graphviz.layout(graphviz.tred(dot).out, 'svg'), 'generate');
}
