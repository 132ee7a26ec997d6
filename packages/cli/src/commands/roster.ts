import { ClientError, type RosterPage, type RosterRequest, valueOf } from '@tallyboard/client';
import {
  limits,
  type RosterOrder,
  type RosterRole,
  type RosterSort,
  type RosterStatus,
  rosterColumns,
  rosterOrders,
  rosterRoles,
  rosterSorts,
  rosterStatuses,
} from '@tallyboard/core';
import { Command, Option } from 'commander';
import { listOf, oneOf, someText, wholeNumber, withMonths } from '../flags.js';
import { AskFailed, type AskFlags, type Asking, ask, withAskFlags } from '../prompt/ask.js';
import { type RosterColumn, rosterPrinter } from '../prompt/roster-printer.js';
import { rosterProgress } from '../prompt/roster-progress.js';
import { organizationOf } from '../prompt/settings.js';
import { lineWidthOf, type Terminal } from '../terminal.js';

interface RosterFlags extends AskFlags {
  readonly all?: boolean;
  readonly page: number;
  readonly perPage?: number;
  readonly from?: string;
  readonly to?: string;
  readonly status?: readonly RosterStatus[];
  readonly userType?: readonly RosterRole[];
  readonly q?: string;
  readonly sort?: RosterSort;
  readonly order?: RosterOrder;
  readonly columns: readonly RosterColumn[];
}

const parameters = ['from', 'to', 'status', 'userType', 'q', 'sort', 'order', 'perPage'] as const;

const requestOf = (flags: RosterFlags, organization: string): RosterRequest => ({
  organization,
  ...Object.fromEntries(
    parameters.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  ),
});

const readPage = async (
  { client, settings, options }: Asking,
  flags: RosterFlags,
): Promise<RosterPage> => {
  const request = { ...requestOf(flags, organizationOf(settings)), page: flags.page };
  return valueOf(await client.rosterPage(request, options));
};

/** Walks the pages; a walk that breaks off says where to go on. */
async function* walk(
  { client, settings, output: { signal } }: Asking,
  flags: RosterFlags,
  terminal: Terminal,
): AsyncGenerator<RosterPage, void, void> {
  const { onProgress, close } = rosterProgress(terminal.stderr, terminal.now);
  const options = { signal, onProgress, fromPage: flags.page };
  let next = flags.page;
  try {
    const request = requestOf(flags, organizationOf(settings));
    for await (const page of client.rosterPages(request, options)) {
      yield page;
      next = page.page + 1;
    }
  } catch (error) {
    if (!(error instanceof ClientError) || next === flags.page) throw error;
    throw new AskFailed(error.failure, ` --all --page ${next} goes on where this ended.`);
  } finally {
    close();
  }
}

const run = async (flags: RosterFlags, terminal: Terminal): Promise<void> => {
  await ask(flags, terminal, async (asking) => {
    const { write } = asking.output;
    const { columns, format } = flags;
    const printer = rosterPrinter(format, { columns, lineWidth: lineWidthOf(terminal) });
    let shown: RosterPage | null = null;
    const print = async (page: RosterPage): Promise<void> => {
      await write(printer.page(page.rows));
      shown = page;
    };
    if (flags.all === true) {
      for await (const page of walk(asking, flags, terminal)) await print(page);
    } else await print(await readPage(asking, flags));
    await write(printer.end());
    tell(shown, flags, terminal);
  });
};

const tell = (page: RosterPage | null, { all }: RosterFlags, { stderr }: Terminal): void => {
  if (page === null) stderr.write('no members\n');
  else {
    const { dateRange, totalCount, totalPages } = page;
    const which = all === true || totalPages === 0 ? '' : `page ${page.page} of ${totalPages}, `;
    stderr.write(
      `${which}${totalCount.toLocaleString('en-US')} members, ${dateRange.from} to ${dateRange.to}\n`,
    );
  }
};

/** `tallyboard roster`: the members of an organization. */
export const rosterCommand = (terminal: Terminal): Command =>
  withAskFlags(
    withMonths(
      new Command('roster').description('the members of an organization with their contributions'),
      'the billing term',
    )
      .option('--all', 'every page; says beforehand when that takes long')
      .option('--status <words>', `who: ${rosterStatuses.join(', ')}`, listOf(rosterStatuses))
      .option('--user-type <words>', `roles: ${rosterRoles.join(',')}`, listOf(rosterRoles))
      .option('--q <text>', 'a part of the name or the e-mail', someText)
      .option('--sort <column>', `by: ${rosterSorts.join(', ')}`, oneOf(rosterSorts))
      .option('--order <direction>', rosterOrders.join(' or '), oneOf(rosterOrders))
      .addOption(
        new Option('--columns <names>', `what to show of each: ${rosterColumns.join(',')}`)
          .argParser(listOf(rosterColumns))
          .default(rosterColumns, 'all'),
      )
      .option('--page <N>', 'the page, or with --all the first', wholeNumber(1, 1_000_001), 1)
      .option(
        '--per-page <N>',
        `rows on a page (default: ${limits.perPageDefault}, with --all ${limits.perPageMax})`,
        wholeNumber(1, limits.perPageMax),
      ),
    'tallyboard roster --org wksp_... --all --format csv > roster.csv',
    true,
  ).action((flags: RosterFlags) => run(flags, terminal));
