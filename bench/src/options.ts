import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const sections = ['latency', 'build', 'planning', 'http', 'store'] as const;
export type Section = (typeof sections)[number];

const usage = `npm run bench [-- --quick] [--only SECTION] [--before DIR] [--json FILE] [--docs]

  --quick         100k and 300k events, one round
  --only SECTION  one of ${sections.join(', ')}; may be repeated
  --before DIR    measures another checkout, which is built, in the same run
  --json FILE     writes every figure as JSON
  --docs          measures 10M events only, and writes them into docs/performance.md`;

/** What one run measures. */
export interface Options {
  readonly isQuick: boolean;
  /** Sizes of organizations, ascending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly sections: readonly Section[];
  /** The checkouts that are measured. */
  readonly trees: { readonly tallyboard: string; readonly before?: string };
  readonly json: string | undefined;
  readonly docs: boolean;
  readonly command: string;
}

/** Reads the arguments; prints the usage, and ends, when they make no sense. */
export const readOptions = (args: readonly string[], root: string): Options => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
        before: { type: 'string' },
        json: { type: 'string' },
        docs: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('Usage:');
    const unknown = values.only?.find((name) => !sections.some((one) => one === name));
    if (unknown !== undefined)
      throw new Error(`--only ${unknown}: expected one of ${sections.join(', ')}`);
    const from = process.env['INIT_CWD'] ?? '.';
    return {
      isQuick: values.quick,
      sizes: values.quick
        ? [100_000, 300_000]
        : [...(values.docs ? [] : [100_000, 1_000_000]), 10_000_000],
      rounds: values.quick ? 1 : 3,
      sections: sections.filter((one) => values.only?.includes(one) ?? true),
      trees: {
        tallyboard: root,
        ...(values.before === undefined ? {} : { before: resolve(from, values.before) }),
      },
      json: values.json === undefined ? undefined : resolve(from, values.json),
      docs: values.docs,
      command: ['npm run bench', ...(args.length === 0 ? [] : ['--', ...args])].join(' '),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(args.includes('--help') ? 0 : 2);
  }
};
