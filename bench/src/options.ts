import { parseArgs } from 'node:util';
import { commandOf } from './environment.js';
import { works } from './works.js';

/** What one run measures. */
export interface Options {
  /** Sizes of organizations, ascending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** About how long an engine is timed at a stretch, if one question does not take longer. */
  readonly stretchMs: number;
  /** How many questions of each work must be answered alike before anything is timed. */
  readonly checks: number;
  readonly httpSeconds: number;
  readonly works: readonly string[];
  /** Only works were asked for: the other sections are left out. */
  readonly worksOnly: boolean;
  readonly json: string | null;
  /** Writes the tables into the documentation. */
  readonly docs: boolean;
  readonly command: string;
}

const sizes = [100_000, 1_000_000, 10_000_000];
const quickSizes = [100_000, 300_000];

const usage = `npm run bench [-- --quick] [--huge] [--only WORK] [--json FILE] [--docs]

  --quick       100k and 300k events, short stretches: under two minutes once the peers are installed
  --huge        50M events as well
  --only WORK   one of ${works.map(({ name }) => name).join(', ')}; may be repeated
  --json FILE   writes every figure as JSON
  --docs        writes the tables into docs/performance.md`;

/** Reads the arguments; says how it is used, and ends, where they make no sense. */
export const readOptions = (args: readonly string[]): Options => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        huge: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
        docs: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const unknown = values.only?.find((name) => !works.some((work) => work.name === name));
    if (unknown !== undefined) throw new Error(`There is no work ${unknown}.`);
    if (values.help) throw new Error('How it is used:');
    const { quick, huge } = values;
    return {
      sizes: [...(quick ? quickSizes : sizes), ...(huge ? [50_000_000] : [])],
      rounds: quick ? 5 : 3,
      stretchMs: quick ? 10 : 60,
      checks: 2,
      httpSeconds: quick ? 1 : 3,
      works: values.only ?? works.map(({ name }) => name),
      worksOnly: values.only !== undefined,
      json: values.json ?? null,
      docs: values.docs,
      command: commandOf('npm run bench --', args).replace(/ --$/, ''),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(args.includes('--help') ? 0 : 2);
  }
};
