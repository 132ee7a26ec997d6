/**
 * Words that readers use for a place, where its text has others: by address, or by the number of a rule. Add a
 * row when a question of search-questions.test-kit.ts has the wrong first answer.
 */
export const searchWords: Readonly<Record<string, string>> = {
  '2.1': 'organization id prefix wksp_ org_',
  '2.2': 'role roles',
  '3': '202 pending ready partial failed retry polling poll wait Retry-After missing figure from the answer not zero ask again',
  '4.4': 'me my organizations list of my organizations boards of mine',
  '4.1.2': 'too wide too many queries 50 split',
  '4.1.10':
    'range date from to too long 24 months period earliest oldest how far back past history',
  '4.2': 'filter sort page perPage userType search find a member by name e-mail',
  '4.2.5': 'all members walk next page',
  '5': 'api key authentication permission access 401 404 forbidden who may read who may see who may read analytics see figures metrics',
  '7': 'error errors status codes 400 401 404 415 429 500 503',
  '8': 'rate limit rate limits quota throttling allowance 429 too many requests 60 requests hour RateLimit quota used up exhausted',
  'guides/metrics.html#topusers': 'who posts most best active people',
  'guides/metrics.html#topboards': 'popular board boards',
  'guides/metrics.html#moderationcatchratepercent': 'bad unsafe content caught missed moderation',
  'guides/tutorial.html': 'start getting started begin quickstart embed install',
  'guides/client.html#in-a-shell':
    'command line cli exit code exit codes shell csv export spreadsheet curl',
  'guides/explorer.html': 'dashboard browser chart picture ui',
  'guides/explorer.html#what-is-protected': 'browser key data leaves privacy sent',
  'guides/operations.html#settings': 'configuration config environment variable flag',
  'guides/operations.html#the-log': 'logged logs logging personal data people',
  'guides/store.html': 'import duckdb disk storage store',
  'guides/operations.html#erasing-a-person':
    'delete user member gdpr privacy erase forgotten right',
  'guides/store.html#several-machines':
    'cluster replicas several machines clickhouse redis horizontal scaling',
  'guides/run-the-suite.html':
    'conformance suite test a service verdict ci correct every day night cron',
  'guides/run-the-suite.html#reading-the-report':
    'replay one rule again suspect undecided verdict report mean',
  'guides/client.html#over-http':
    'openapi openapi.json openapi.yaml swagger python ruby java php go language generate client',
  'guides/packages.html#what-stays-stable': 'semver compatibility deprecation promise',
  'guides/run-the-suite.html#data-that-the-suite-knows': 'today now clock date change test',
  '4.3': 'include includes posts comments sections',
  'guides/architecture.html#how-to-add-a-metric': 'add a metric, new metric, own number',
  'guides/store.html#what-can-be-imported': 'import load csv file ndjson json parquet',
};
