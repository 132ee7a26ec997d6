import { Command } from 'commander';
import { printedSettings } from '../operations/settings/print-settings.js';
import { addFlags, type Resolved, resolveSettings } from '../operations/settings/resolve.js';
import type { OpenedStore } from '../serve/opened-store.js';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';
import { serveSettings } from './serve-settings.js';

type Settled = Resolved<typeof serveSettings>;

const usage = (message: string): VerbRefused => new VerbRefused(message, exitCodes.usage);

const noFacts =
  "nothing to serve: name facts by --facts PATH, a store by --store DIR or a ClickHouse by --clickhouse URL; 'tallyboard generate' writes a sample";

const twoSources =
  '--facts, --store and --clickhouse exclude each other: a service serves one of them';

/** Sources in the order of their weight; a file is known by its path. */
const weightOf = (origin: string): number =>
  origin.startsWith('--') ? 2 : origin.startsWith('TALLYBOARD_SERVE_') ? 1 : 0;

/** What is served: the one source that was chosen closest by. */
const sourceOf = ({
  values,
  origins,
}: Settled): keyof typeof origins & ('facts' | 'store' | 'clickhouse') => {
  const { facts, store, clickhouse } = values;
  const isChosen = {
    facts: facts.length > 0,
    store: store !== null,
    clickhouse: clickhouse !== null,
  };
  const chosen = (['facts', 'store', 'clickhouse'] as const)
    .filter((name) => isChosen[name])
    .map((name) => ({ name, weight: weightOf(origins[name]) }))
    .sort((a, b) => b.weight - a.weight);
  const [first, second] = chosen;
  if (first === undefined) throw usage(noFacts);
  if (first.weight === second?.weight) throw usage(twoSources);
  return first.name;
};

/** Opens the store that is served. */
const opened = async ({ store, answerSeconds }: Settled['values']): Promise<OpenedStore> => {
  const { openedStore } = await import('../serve/opened-store.js');
  return openedStore(store ?? '', answerSeconds).catch(async (error: unknown) => {
    throw (await import('../store-refusals.js')).refusedByStore(error);
  });
};

const serve = async (settled: Settled, terminal: Terminal): Promise<void> => {
  const source = sourceOf(settled);
  // A store comes first: another thread reads its largest index while this one loads what serves it.
  const found = source === 'store' ? await opened(settled.values) : source;
  const { serveSettled } = await import('./serve-settled.js');
  await serveSettled(settled, found, terminal);
};

/** `tallyboard serve`: the reference service over facts from files, a store or ClickHouse. */
export const serveCommand = (terminal: Terminal): Command =>
  addFlags(
    new Command('serve').description(
      'serve facts from files, a store or ClickHouse: the reference service',
    ),
    serveSettings,
  )
    .option('--print-config', 'print every setting and where it came from, and end')
    .action(async (flags: Readonly<Record<string, unknown>>) => {
      const settled = resolveSettings(serveSettings, flags, terminal.env ?? {});
      if (flags['printConfig'] === true) {
        terminal.stdout.write(printedSettings(serveSettings, settled));
        return;
      }
      await serve(settled, terminal);
    });
