import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { twinOf } from '../site/twins.js';

/** What the `docs/` of a package has. */
interface PackageDocs {
  /** Guides in reading order, by their names in `docs/`. */
  readonly guides: readonly string[];
  /** Files for programs, by their paths in the repository. */
  readonly files: readonly string[];
}

/** Which package has which guide. Each guide is in one package, so that none is installed twice. */
export const packageDocs: Readonly<Record<string, PackageDocs>> = {
  'packages/core': {
    guides: [
      'tutorial',
      'recipes',
      'metrics',
      'facts',
      'rules',
      'violations',
      'decisions',
      'glossary',
    ],
    files: [],
  },
  'packages/http': {
    guides: ['architecture'],
    files: ['packages/openapi/openapi.json'],
  },
  'packages/client': { guides: ['client'], files: [] },
  'packages/cli': { guides: ['operations', 'store', 'explorer', 'packages'], files: [] },
  conformance: { guides: ['run-the-suite'], files: [] },
};

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** The files of `docs/` in a package, by their names: guides, `llms.txt` and `llms-full.txt`. */
export const docsOf = (folder: string): ReadonlyMap<string, string> => {
  const { guides = [], files = [] } = packageDocs[folder] ?? {};
  const sources = guides.map((name) => `docs/${name}.md`);
  const places = new Map(sources.map((source) => [source, basename(source)]));
  const texts = sources.map((source) => twinOf(source, places));
  const { name, description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    description: string;
  };
  const lines = [
    ...sources.map((source, at) => `- [${titleOf(texts[at] ?? '')}](${basename(source)})`),
    ...files.map((file) => `- [${basename(file)}](${basename(file)})`),
  ];
  const readme = twinOf(`${folder}/README.md`, places);
  return new Map([
    ...sources.map((source, at) => [basename(source), texts[at] ?? ''] as const),
    ['llms.txt', `# ${name}\n\n> ${description}\n\n## Documentation\n\n${lines.join('\n')}\n`],
    ['llms-full.txt', [readme, ...texts].map((text) => text.trimEnd()).join('\n\n---\n\n')],
  ]);
};

/**
 * The README and the changelog of a package as they are published: links lead to the `docs/` of the package,
 * others become words. All packages share one changelog.
 */
export const pagesOf = (folder: string): Readonly<Record<'README.md' | 'CHANGELOG.md', string>> => {
  const guides = packageDocs[folder]?.guides ?? [];
  const readme = guides.map((name) => [`docs/${name}.md`, `${folder}/docs/${name}.md`] as const);
  const changelog = guides.map((name) => [`docs/${name}.md`, `docs/${name}.md`] as const);
  return {
    'README.md': twinOf(`${folder}/README.md`, new Map(readme)),
    'CHANGELOG.md': twinOf('CHANGELOG.md', new Map(changelog)),
  };
};

/** Writes `docs/` into every package that has one, before it is packed. */
export const writePackageDocs = (): void => {
  for (const [folder, { files }] of Object.entries(packageDocs)) {
    const docs = join(folder, 'docs');
    rmSync(docs, { recursive: true, force: true });
    mkdirSync(docs, { recursive: true });
    for (const [name, text] of docsOf(folder)) writeFileSync(join(docs, name), text);
    for (const file of files) copyFileSync(file, join(docs, basename(file)));
  }
};
