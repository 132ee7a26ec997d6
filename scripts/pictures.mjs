// Writes the pictures of docs/architecture.md from what dependency-cruiser finds: who imports whom.

import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { run } from './dist/programs.js';
import { writeGenerated } from './dist/repository.js';

// Text is dark, so fills are light.
const look = `
  graph [bgcolor=transparent, nodesep=0.3, ranksep=0.5, pad=0.15]
  node [shape=box, style="filled,rounded", color=none, fixedsize=true, width=1.95, height=0.36,
    fontname="system-ui, sans-serif", fontsize=9.75, fontcolor="#1c2024", fillcolor="#e6e8eb"]
  edge [color="#8a8f98", arrowsize=0.6]`;

/** @type {readonly { title: string, file: string, folders: string, own: string, nameOf: (folder: string) => string }[]} */
const pictures = [
  {
    title: 'Layers of the core: who imports whom',
    file: 'docs/pictures/layers.svg',
    folders: '^packages/core/src/[^/]+/',
    own: `answer [fillcolor="#ffe3b8"] request [fillcolor="#cfe3ff"]
      subgraph data {node [fillcolor="#d5f0d2"] facts events index figures}`,
    nameOf: (folder) => folder,
  },
  {
    title: 'Packages: who builds on whom',
    file: 'docs/pictures/packages.svg',
    folders: '^(packages/[^/]+|conformance)/',
    own: '',
    nameOf: (folder) => (folder === 'cli' ? 'tallyboard' : `@tallyboard/${folder}`),
  },
];

const graphviz = await Graphviz.load();
for (const { title, file, folders, own, nameOf } of pictures) {
  const flags = `--include-only '${folders}' --exclude '[.]test|/dist/|selftest|packages/engines'`;
  const command = `node_modules/.bin/depcruise packages conformance ${flags}`;
  const found = run('.', `${command} --collapse '${folders}' --output-type flat`);
  const edges = (found.match(/"[^"]+" -> "[^"]+"/g) ?? []).map((edge) =>
    edge.replace(/"(?:[^"]*\/)?([^"/]+)\/"/g, (_, folder) => `"${nameOf(folder)}"`),
  );
  const dot = `digraph "${title}" {${look}\n${own}\n${edges.join('\n')}\n}`;
  writeGenerated(file, graphviz.layout(graphviz.tred(dot).out, 'svg'), 'generate');
}
