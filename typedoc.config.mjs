// The documentation site: the reference of every package that is published, and the guides.
// `npm run docs` writes it to docs/site/ and then follows every link of it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { categoryOrder } from './scripts/dist/site/categories.js';

const folders = ['conformance', ...readdirSync('packages').map((name) => `packages/${name}`)];

/** Packages that a program can import. A new one is documented because it is there. */
const packages = folders
  .map((folder) => ({
    folder,
    manifest: JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')),
  }))
  .filter(({ manifest }) => manifest.private !== true && manifest.exports !== undefined);

const entryPoints = packages.flatMap(({ manifest, folder }) =>
  Object.values(manifest.exports)
    .map((target) => target['@tallyboard/source'])
    .filter((source) => source !== undefined)
    .map((source) => `${folder}/${source.slice(2)}`),
);

/** @type {import('typedoc').TypeDocOptions} */
export default {
  name: 'Tallyboard',
  entryPoints,
  tsconfig: 'tsconfig.check.json',
  plugin: ['./scripts/dist/site/plugin.js'],
  out: 'docs/site',
  theme: 'tallyboard',
  router: 'tallyboard',
  readme: 'docs/front.md',
  projectDocuments: [
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md') && name !== 'front.md')
      .map((name) => `docs/${name}`),
    ...folders.map((folder) => `${folder}/README.md`).filter((page) => existsSync(page)),
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ],
  categoryOrder: [...categoryOrder],
  sort: ['kind', 'alphabetical'],
  kindSortOrder: ['Document', 'Function', 'Variable', 'Class', 'Interface', 'TypeAlias', 'Module'],
  // Every colour has a contrast of 4.5 at least.
  lightHighlightTheme: 'github-light-high-contrast',
  darkHighlightTheme: 'github-dark-high-contrast',
  highlightLanguages: [
    'sh',
    'ts',
    'typescript',
    'json',
    'http',
    'yaml',
    'xml',
    'csv',
    'ini',
    'nginx',
  ],
  requiredToBeDocumented: ['Module', 'Variable', 'Function', 'Class', 'Interface', 'TypeAlias'],
  packagesRequiringDocumentation: packages.map(({ manifest }) => manifest.name),
  validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
  treatWarningsAsErrors: true,
  disableSources: true,
  githubPages: false,
  includeHierarchySummary: false,
  useFirstParagraphOfCommentAsSummary: true,
  // `npm run types` checks types.
  skipErrorChecking: true,
  logLevel: 'Warn',
};
