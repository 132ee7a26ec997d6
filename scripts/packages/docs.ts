import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { llmsFull, twinOf } from '../site/twins.js';
import { manifestIn } from './pack.js';

/** What the `docs/` of a package has. */
interface PackageDocs {
  /** Guides in reading order, by their names in `docs/`. */
  readonly guides: readonly string[];
  /** Files for programs, by their paths in the repository. */
  readonly files?: readonly string[];
}

/** Which package has which guide. Each guide is in one package, so that none is installed twice. */
export const packageDocs: Readonly<Record<string, PackageDocs>> = {
  'packages/core': {
    guides: [
      ...['tutorial', 'recipes', 'metrics', 'facts', 'rules', 'violations', 'decisions'],
      'glossary',
    ],
  },
  'packages/http': { guides: ['architecture'], files: ['packages/openapi/openapi.json'] },
  'packages/client': { guides: ['client'] },
  'packages/cli': { guides: ['operations', 'store', 'explorer', 'packages'] },
  conformance: { guides: ['run-the-suite'] },
};

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/**
 * The pages of a package as they are published, by their paths in it. Links lead to its own pages, others become
 * words. All packages share one changelog.
 */
export const pagesOf = (folder: string): ReadonlyMap<string, string> => {
  const { guides = [], files = [] } = packageDocs[folder] ?? {};
  const sources = guides.map((name) => `docs/${name}.md`);
  const readme = `${folder}/README.md`;
  const pages = ['CHANGELOG.md', ...sources].map((source) => [source, source] as const);
  const places = new Map([...pages, [readme, 'README.md']]);
  const texts = new Map([...places].map(([source, at]) => [at, twinOf(source, places)]));
  if (guides.length === 0) return texts;
  const { name, description } = manifestIn(folder);
  const links = [
    ...sources.map((source) => `- [${titleOf(texts.get(source)!)}](${basename(source)})`),
    ...files.map((file) => `- [${basename(file)}](${basename(file)})`),
  ];
  const first = twinOf(readme, new Map([...places, [readme, 'docs/README.md']]));
  const copies = files.map(
    (file) => [`docs/${basename(file)}`, readFileSync(file, 'utf8')] as const,
  );
  return new Map([
    ...texts,
    ['docs/llms.txt', `# ${name}\n\n> ${description}\n\n## Documentation\n\n${links.join('\n')}\n`],
    ['docs/llms-full.txt', llmsFull([first, ...sources.map((source) => texts.get(source)!)])],
    ...copies,
  ]);
};
