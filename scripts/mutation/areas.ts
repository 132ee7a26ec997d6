import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const core = 'packages/core/src';

/** The source files of a folder of the core. */
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(`${core}/${folder}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test'))
    .map((name) => `${core}/${folder}/${name}`)
    .sort();

const isOfRoster = (file: string): boolean => /\/(compute-)?roster[\w-]*\.ts$/.test(file);

interface Area {
  /** The files that are mutated. */
  readonly files: () => readonly string[];
  /** The folders whose tests can reach them; for a mutant that acts at load all of these run. */
  readonly tests: readonly string[];
}

const areas: Readonly<Record<string, Area>> = {
  rules: { files: () => sourcesIn('rules'), tests: ['rules', 'plan'] },
  request: { files: () => sourcesIn('request'), tests: ['request', 'rules', 'plan'] },
  plan: { files: () => sourcesIn('plan'), tests: ['plan', 'rules'] },
  ranges: {
    files: () =>
      ['date-range', 'day', 'instant', 'month'].map((name) => `${core}/model/${name}.ts`),
    tests: ['model', 'rules', 'plan', 'codec', 'figures'],
  },
  codec: {
    files: () => sourcesIn('codec').filter((file) => !file.endsWith('/fact.ts')),
    tests: ['codec', 'rules', 'plan'],
  },
  roster: { files: () => sourcesIn('figures').filter(isOfRoster), tests: ['figures'] },
  figures: {
    files: () => sourcesIn('figures').filter((file) => !isOfRoster(file)),
    tests: ['figures'],
  },
};

/** The names under which areas are asked for and reported. */
export const areaNames: readonly string[] = Object.keys(areas);

/** The files of an area, all of which are mutated. */
export const filesOf = (area: string): readonly string[] => areas[area]?.files() ?? [];

/** The folders of the core whose tests can reach the files of an area. */
export const testFoldersOf = (area: string): readonly string[] => areas[area]?.tests ?? [];

/** What the code of an area does, in few letters; comments, types and layout do not matter. */
export const digestOf = (area: string): string => {
  const hash = createHash('sha256');
  for (const file of filesOf(area)) {
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      loader: 'ts',
      minifyWhitespace: true,
    });
    hash.update(`${file}\n${code}\n`);
  }
  return hash.digest('hex').slice(0, 16);
};
