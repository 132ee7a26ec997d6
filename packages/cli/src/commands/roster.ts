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
} from '@tallyboard/core/vocabulary';
import { Command, InvalidArgumentError, Option } from 'commander';
import { AskFailed, type AskFlags, type Asking, ask, withAskFlags } from '../ask/ask.js';
import { rosterProgress } from '../ask/roster-progress.js';
import { organizationOf } from '../ask/settings.js';
import { listOf, oneOf, someText, wholeNumber, withMonths } from '../flags.js';
import { type RosterColumn, rosterPrinter } from '../print/roster-printer.js';
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
  readonly columns?: readonly RosterColumn[];
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
    const { columns = null, format } = flags;
    const lineWidth = lineWidthOf(terminal);
    const printer = rosterPrinter(format, { columns, lineWidth });
    let last: RosterPage | null = null;
    const print = async (page: RosterPage): Promise<void> => {
      await write(printer.page(page.rows));
      last = page;
    };
    if (flags.all === true) {
      for await (const page of walk(asking, flags, terminal)) await print(page);
    } else await print(await readPage(asking, flags));
    await write(printer.end());
    const leftOut = printer.leftOut();
    if (leftOut.length > 0) {
      terminal.stderr.write(`not shown: ${leftOut.join(', ')}; choose by --columns\n`);
    }
    writeTotals(last, flags, terminal);
  });
};

const writeTotals = (page: RosterPage | null, { all }: RosterFlags, { stderr }: Terminal): void => {
  if (page === null) stderr.write('no members\n');
  else {
    const { dateRange, totalCount, totalPages } = page;
    const which = all === true || totalPages === 0 ? '' : `page ${page.page} of ${totalPages}, `;
    stderr.write(
      `${which}${totalCount.toLocaleString('en-US')} members, ${dateRange.from} to ${dateRange.to}\n`,
    );
  }
};

const noLimit = (): never => {
  throw new InvalidArgumentError('Did you mean --per-page?');
};

/** `tallyboard roster`: the members of an organization. */
export const rosterCommand = (terminal: Terminal): Command =>
  withAskFlags(
    withMonths(
      new Command('roster').description('the members of an organization and what they contribute'),
      'the billing term',
    )
      .option('--all', 'every page')
      .option('--status <words>', `who: ${rosterStatuses.join(', ')}`, listOf(rosterStatuses))
      .option('--user-type <words>', `roles: ${rosterRoles.join(',')}`, listOf(rosterRoles))
      .option('--q <text>', 'a part of the name or the e-mail', someText)
      .option('--sort <column>', `by: ${rosterSorts.join(', ')}`, oneOf(rosterSorts))
      .option('--order <direction>', 'asc or desc (default: asc)', oneOf(rosterOrders))
      .option(
        '--columns <names>',
        `${rosterColumns.join(', ')} (default: all that fit)`,
        listOf(rosterColumns),
      )
      .option('--page <N>', 'the page, or with --all the first', wholeNumber(1, 1_000_001), 1)
      .option(
        '--per-page <N>',
        `rows on a page (default: ${limits.perPageDefault}, with --all ${limits.perPageMax})`,
        wholeNumber(1, limits.perPageMax),
      )
      .addOption(new Option('--limit <N>').hideHelp().argParser(noLimit)),
    'tallyboard roster --org wksp_... --all --format csv > roster.csv',
    true,
  ).action((flags: RosterFlags) => run(flags, terminal));
