import { parseArgs } from 'node:util';
import { commandOf } from '../environment.js';

/** What one run measures. */
export interface StoreOptions {
  readonly events: number;
  readonly importRounds: number;
  readonly startRounds: number;
  readonly json: string | null;
  /** Writes the tables into the documentation. */
  readonly docs: boolean;
  readonly command: string;
}

const usage = `npm run bench -- store [--quick] [--events N] [--json FILE] [--docs]

  --quick      1M events instead of 10M
  --events N   as many events as that
  --json FILE  writes every figure as JSON
  --docs       writes the tables into docs/store.md`;

/** Reads the arguments; says how it is used, and ends, where they make no sense. */
export const readStoreOptions = (args: readonly string[]): StoreOptions => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        events: { type: 'string' },
        json: { type: 'string' },
        docs: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('How it is used:');
    const events = Number(values.events ?? (values.quick ? 1_000_000 : 10_000_000));
    if (!Number.isSafeInteger(events) || events < 1000) {
      throw new Error(`--events ${values.events}: expected a whole number from 1000 on`);
    }
    return {
      events,
      importRounds: 3,
      startRounds: 9,
      json: values.json ?? null,
      docs: values.docs,
      command: commandOf('npm run bench -- store', args),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(args.includes('--help') ? 0 : 2);
  }
};
