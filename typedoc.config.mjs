// The documentation site: the reference of every package that is published, and the guides.
// `npm run docs` writes it to docs/site/ and then follows every link of it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

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
  customCss: 'scripts/site/site.css',
  readme: 'README.md',
  projectDocuments: [
    'docs/*.md',
    'docs/decisions/*.md',
    ...folders.map((folder) => `${folder}/README.md`).filter((page) => existsSync(page)),
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ],
  groupOrder: ['Start', 'Guides', 'The API', 'Packages', 'Project', '*'],
  navigation: { includeGroups: true, compactFolders: true },
  navigationLinks: { 'HTTP reference': 'http/index.html' },
  highlightLanguages: ['sh', 'ts', 'typescript', 'json', 'http', 'yaml', 'xml', 'csv', 'ini'],
  requiredToBeDocumented: ['Module', 'Variable', 'Function', 'Class', 'Interface', 'TypeAlias'],
  packagesRequiringDocumentation: packages.map(({ manifest }) => manifest.name),
  validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
  treatWarningsAsErrors: true,
  disableSources: true,
  githubPages: false,
  searchInComments: true,
  searchInDocuments: true,
  // `npm run types` checks types.
  skipErrorChecking: true,
  logLevel: 'Warn',
};
