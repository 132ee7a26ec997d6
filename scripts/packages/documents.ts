import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Packed } from './pack.js';

/** Documents that say how to get the packages from a clone: some in a box, which is the same in each. */
const documents = ['tutorial', 'client', 'packages', 'operations', 'run-the-suite'].map(
  (name) => `docs/${name}.md`,
);

/** The folder of the box, which stands for the folder of the tarballs. */
const folder = '../tallyboard-packages/';

const boxIn = (text: string): string =>
  text
    .split(/\n(?!>)/)
    .filter((part) => part.includes('\n> **Not published yet.**'))
    .join('\n');

/** Lines of code, in fences and within sentences, that begin with a command. */
const linesIn = (text: string, command: string): readonly string[] =>
  [...text.matchAll(new RegExp(`(?:^(?:> )?|\`)(${command} [^\\n\`]*)`, 'gm'))].map(
    ([, line = '']) => line.trim(),
  );

/** A word with `*` and `[0-9]` as the files that a shell would put there. */
const expanded = (word: string, files: string): readonly string[] => {
  if (!word.startsWith(folder)) return [word];
  const name = word.slice(folder.length).replaceAll('.', '\\.').replaceAll('*', '.*');
  const found = readdirSync(files).filter((one) => new RegExp(`^${name}$`).test(one));
  return found.length === 0 ? [word] : found.map((one) => join(files, one));
};

/** The tarballs of a package and of those that it depends on, by its name; the name itself if it is not ours. */
const tarballsOf = (name: string, packages: readonly Packed[]): readonly string[] => {
  const found = packages.find(({ manifest }) => manifest.name === name);
  if (found === undefined) return [name];
  const ours = Object.keys(found.manifest.dependencies ?? {}).filter((one) =>
    packages.some(({ manifest }) => manifest.name === one),
  );
  return [found.tarball, ...ours.flatMap((one) => tarballsOf(one, packages))];
};

/** What npm is given by a line of `npm install`: a name that is not published yet is its tarball. */
const wordsOf = (line: string, packages: readonly Packed[]): readonly string[] => {
  const files = dirname(packages[0]?.tarball ?? '');
  const words = line.split(/\s+/).slice(2);
  const given = words.flatMap((word) => expanded(word, files));
  return [...new Set(given.flatMap((word) => tarballsOf(word, packages)))];
};

/** Installs in an empty project, and uses what came of it. */
const installFaults = (project: string, words: readonly string[], packages: readonly Packed[]) => {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  const shell = process.platform === 'win32';
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: project });
  try {
    execFileSync('npm', ['install', ...flags, ...words], { cwd: project, shell, stdio: 'pipe' });
    for (const { manifest } of packages.filter(({ tarball }) => words.includes(tarball))) {
      for (const bin of Object.values(manifest.bin ?? {}))
        run(join('node_modules', manifest.name, bin), '--version');
      if (manifest.exports !== undefined)
        run('--input-type=module', '-e', `import '${manifest.name}'`);
    }
    return [];
  } catch (error) {
    return [`npm install ${words.join(' ')}: ${String(error)}`];
  }
};

/**
 * The documents' lines that install packages or start a file of them, carried out outside of the
 * repository, and their boxes compared.
 */
export const documentFaults = (scratch: string, packages: readonly Packed[]): readonly string[] => {
  const texts = documents.map((path) => readFileSync(path, 'utf8'));
  const boxes = new Set(texts.map(boxIn).filter((box) => box !== ''));
  const faults = boxes.size === 1 ? [] : ['the boxes of the documents differ'];
  const installs = new Set(texts.flatMap((text) => linesIn(text, 'npm install')));
  const starts = new Set(
    texts.flatMap((text) => linesIn(text, 'node')).filter((line) => line.includes(folder)),
  );
  const files = dirname(packages[0]?.tarball ?? '');
  console.log(`  ${installs.size} lines that install, ${starts.size} that start a file`);
  if (installs.size === 0 || starts.size === 0) faults.push('the documents have no such lines');
  // Lines that come to the same are carried out once, and the one that installs all of them is how the
  // project of the other checks was made.
  const lists = new Map(
    [...installs].map((line) => {
      const words = wordsOf(line, packages);
      return [words.join(' '), words] as const;
    }),
  );
  [...lists.values()]
    .filter((words) => !packages.every(({ tarball }) => words.includes(tarball)))
    .forEach((words, at) => {
      faults.push(...installFaults(join(scratch, `line-${at}`), words, packages));
    });
  for (const line of starts) {
    const [, program = ''] = line.replace(/\s+/g, ' ').split(' ');
    const path = join(files, program.replace(folder, ''));
    const { status, stderr } = spawnSync(process.execPath, [path, '--version'], { cwd: scratch });
    if (status !== 0) faults.push(`${line}: ${String(stderr)}`);
  }
  return faults;
};
