import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// fp-ts and io-ts have no `exports` map: `fp-ts/Either` passes tsc and vitest and dies in plain Node.
const specifiersThatDieInNode = {
  regex: '^(fp-ts|io-ts)/(?!lib/.+\\.js$)',
  message: 'Import from the package root: this specifier fails in plain Node.',
};

const tests = '**/*.{test,test-prop,test-d,test-kit}.ts';

// Words that hide who acts.
const unwantedInComments = [
  ...['whoever', 'nobody', 'somebody', 'anybody', 'hear', 'hears', 'told', 'tells', 'for ever'],
  ...['the', "one's", 'its', 'their'].map((whose) => `in ${whose} company`),
];

export default defineConfig(
  globalIgnores(['**/dist/', 'docs/site/', 'packages/openapi/page/', 'packages/explorer/page/']),
  {
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: 'tsconfig.check.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-restricted-imports': ['error', { patterns: [specifiersThatDieInNode] }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Numbers read well in messages and pointers.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Inner loops over typed arrays know their bounds.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `return reject(error)`, `() => stop()`: handing on a void result is no confusion.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `{ readonly [name: string]: ... }` says what the key is; `Type<A, unknown, unknown>` says all three.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/no-unnecessary-type-arguments': 'off',
      // `name || fallback` on purpose means the empty string too.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    ignores: [tests],
    rules: {
      'max-lines': ['error', 300],
      // A longer function is an object or a table in the shape of a function.
      'max-lines-per-function': ['error', 70],
      'no-warning-comments': ['error', { terms: unwantedInComments, location: 'anywhere' }],
    },
  },
  {
    // Tables: one row after another, and one file for the rows of one section. Cutting them would only hide rows.
    files: ['conformance/src/{rules,refusals,reasoning}/**'],
    rules: { 'max-lines': ['error', 600] },
  },
  // Scripts in plain JavaScript: tsc checks their types, that is enough.
  { files: ['**/*.{js,cjs,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
  {
    // Over a typed array `for ... of` takes 4 times as long as a loop that counts.
    files: ['packages/core/src/{events,index}/**', 'packages/clickhouse/src/read/**'],
    rules: { '@typescript-eslint/prefer-for-of': 'off' },
  },
  {
    // Time and chance come into the core as arguments.
    files: ['packages/core/src/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the instant as an argument.' },
        { object: 'Math', property: 'random', message: 'Take chance as an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ":matches(NewExpression[arguments.length=0], CallExpression)[callee.name='Date']",
          message: 'Take the instant as an argument.',
        },
      ],
    },
  },
);
