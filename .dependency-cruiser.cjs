// Who may import whom. Each row: a place, and all that it may import; whatever no row allows is an error.

const core = (...parts) => parts.map((part) => `^packages/core/src/${part}`);
// pnpm keeps packages below node_modules/.pnpm, hence no anchor.
const npm = (...names) => names.map((name) => `/node_modules/${name}/`);
const nodeModules = { dependencyTypes: ['core'] };

const base = core('(check-day|checked|messages|text|time)\\.ts$');
const vocabulary = core('vocabulary\\.ts$');
const entries = [
  ...core('(index|vocabulary|engine)\\.ts$'),
  '^packages/(ports|http|store|client|openapi|arbitraries|redis|clickhouse|explorer)/src/index\\.ts$',
  '^packages/arbitraries/src/sample/index\\.ts$',
];
const [ports, http, arbitraries] = ['ports', 'http', 'arbitraries'].map(
  (name) => `^packages/${name}/src/`,
);
const suite = '^conformance/(src|oracle)/';

const rows = [
  // The core: no Node module and no other package of ours.
  [base, [...base, ...npm('io-ts')]],
  [core('api/'), [...core('api/'), ...base]],
  //   request lane
  [core('request/'), [...core('request/', 'api/'), ...base, ...npm('io-ts')]],
  //   data lane
  [core('facts/'), [...core('facts/', 'api/'), ...base, ...npm('io-ts')]],
  [core('events/'), [...core('events/', 'facts/', 'api/'), ...base]],
  [core('index/'), [...core('index/', 'events/', 'api/'), ...base]],
  [core('figures/'), [...core('figures/', 'index/', 'events/', 'api/'), ...base]],
  //   the one place where the lanes meet
  [core('answer/'), [...core('answer/', 'request/', 'facts/', 'figures/', 'api/'), ...base]],
  //   the entries
  [vocabulary, [...core('facts/', 'api/'), ...base]],
  [core('(index|engine|open-organization)\\.ts$'), core('')],

  [[ports], [ports, ...core('(index|vocabulary|engine)\\.ts$')]],
  [
    [http],
    [http, `${ports}index\\.ts$`, ...core('(index|vocabulary|engine)\\.ts$'), ...npm('p-limit')],
  ],
  // The client belongs into other people's programs: the core, and nothing that they have to install.
  [
    ['^packages/client/src/'],
    ['^packages/client/src/', ...core('(index|vocabulary|engine)\\.ts$')],
  ],
  [
    ['^packages/openapi/src/'],
    ['^packages/openapi/src/', ...core('(index|vocabulary|engine)\\.ts$')],
  ],
  // The explorer uses what any client could; its worker answers as a service would.
  [
    ['^packages/explorer/src/'],
    [
      '^packages/explorer/src/',
      ...core('(index|vocabulary|engine)\\.ts$'),
      '^packages/client/src/index\\.ts$',
      ...npm('preact', 'preact-render-to-string', 'd3-dsv', 'd3-scale', 'd3-shape'),
      ...npm('@types/d3-dsv', '@types/d3-scale', '@types/d3-shape'),
    ],
  ],
  [['^packages/explorer/src/files/'], [`${http}index\\.ts$`]],
  [
    ['^packages/store/'],
    [
      '^packages/store/',
      ...core('(index|vocabulary|engine)\\.ts$'),
      ...npm('@duckdb/node-api', 'fzstd'),
    ],
  ],
  [['^packages/store/'], nodeModules],
  [
    ['^packages/redis/'],
    [
      '^packages/redis/',
      ...core('(index|vocabulary|engine)\\.ts$'),
      `${ports}index\\.ts$`,
      ...npm('ioredis'),
    ],
  ],
  [['^packages/redis/'], nodeModules],
  [
    ['^packages/clickhouse/'],
    [
      '^packages/clickhouse/',
      '^packages/store/src/index\\.ts$',
      ...core('(index|vocabulary|engine)\\.ts$'),
      `${ports}index\\.ts$`,
      ...npm('@clickhouse/client'),
    ],
  ],
  [['^packages/clickhouse/'], nodeModules],
  [['^packages/engines/'], ['^packages/engines/']],
  [['^packages/engines/'], nodeModules],
  // The suite uses the generators: they know the words of the API and none of its rules or figures.
  [[arbitraries], [arbitraries, ...vocabulary, ...npm('fast-check', 'pure-rand')]],
  [['^packages/cli/'], ['^packages/cli/', ...entries, ...npm('.+')]],
  [['^packages/cli/'], nodeModules],

  // The suite judges, so it shares no rule and no figure with what it judges.
  [[suite], [suite, ...vocabulary, `${arbitraries}(sample/)?index\\.ts$`, ...npm('.+')]],
  [['^conformance/'], nodeModules],
  // Tests, and the script that makes the page they open.
  [['\\.(test|test-prop|test-d|test-kit|bench)\\.ts$', '^scripts/bundle-explorer\\.mjs$'], {}],
];

module.exports = {
  allowed: rows.map(([from, to]) => ({
    from: { path: from },
    to: Array.isArray(to) ? { path: to } : to,
  })),
  allowedSeverity: 'error',
  forbidden: [{ name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    // Types count: a layer that needs another's types depends on it.
    tsPreCompilationDeps: true,
    doNotFollow: 'node_modules',
    // The configuration of the tests is of no layer.
    exclude: '/dist/|vitest[.]config[.]ts$',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@tallyboard/source', 'import', 'node', 'default'],
    },
  },
};
