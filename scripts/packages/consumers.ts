import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Packed } from './pack.js';

/** What a program imports of a package: its name with the path of each entry. */
export const entriesOf = ({ manifest }: Packed): readonly string[] =>
  Object.entries(manifest.exports ?? {})
    .filter(([, target]) => typeof target !== 'string')
    .map(([path]) => manifest.name + path.slice(1));

/** Packages whose types must hold where there is no Node, only web standards. */
const anywhere = new Set([
  '@tallyboard/core',
  '@tallyboard/http',
  '@tallyboard/ports',
  '@tallyboard/client',
  '@tallyboard/arbitraries',
]);

/** Runs Node; gives back what it complained about. */
const complaintsOf = (cwd: string, args: readonly string[]): readonly string[] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return status === 0 ? [] : [`node ${args.join(' ')}:\n${stdout}${stderr}`];
};

/** Every entry imported by plain Node, by name; every command asked for help. */
export const importFaults = (project: string, packages: readonly Packed[]): readonly string[] => {
  const entries = packages.flatMap(entriesOf);
  const program = entries.map((entry) => `await import('${entry}');`).join('\n');
  const commands = packages.flatMap(({ manifest }) =>
    Object.values(manifest.bin ?? {}).map((file) => join('node_modules', manifest.name, file)),
  );
  return [
    ...complaintsOf(project, ['--input-type=module', '--eval', program]),
    ...commands.flatMap((file) => complaintsOf(project, [file, '--help'])),
  ];
};

/** Who compiles, and how. Programs without Node go through a bundler. */
const programs = [
  { name: 'node', web: false, types: ['node'], module: 'nodenext' },
  { name: 'web', web: true, types: [], module: 'esnext', moduleResolution: 'bundler' },
];

const compiled = (cwd: string, folder: string): Promise<readonly string[]> =>
  new Promise((resolved) => {
    execFile(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), '-p', folder],
      { cwd },
      (error, stdout) => {
        resolved(error === null ? [] : [stdout]);
      },
    );
  });

/** Programs that import everything, compiled without `skipLibCheck`. */
export const typeFaults = async (
  project: string,
  packages: readonly Packed[],
): Promise<readonly string[]> => {
  const faults = programs.map(({ name, web, ...options }) => {
    const folder = join(project, name);
    mkdirSync(folder);
    const source = packages
      .filter(({ manifest }) => !web || anywhere.has(manifest.name))
      .flatMap(entriesOf)
      .map((entry, at) => `import * as m${at} from '${entry}';\nexport const n${at} = m${at};`);
    writeFileSync(join(folder, 'program.ts'), source.join('\n'));
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
      ...{ target: 'es2023', lib: ['es2023', 'webworker'], ...options },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    return compiled(project, folder);
  });
  return (await Promise.all(faults)).flat();
};
