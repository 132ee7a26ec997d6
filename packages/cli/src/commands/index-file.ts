import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { columnsFrom, splitByOrganization } from '@tallyboard/core';
import { type IndexTimes } from '@tallyboard/core/engine';
import { dayOfInstant, type FactOf, type Instant } from '@tallyboard/core/vocabulary';
import { type IndexedOrganization, indexFileOf } from '@tallyboard/explorer';
import { Command } from 'commander';
import { nowFlag, setting, someText, usageError } from '../flags.js';
import { readAsset } from '../installed.js';
import { grouped } from '../progress.js';
import { type IndexSource, indexBuilder } from '../serve/index-jobs.js';
import { askingStore } from '../store-refusals.js';
import { exitCodes, type Terminal, VerbRefused } from '../terminal.js';

interface IndexFlags {
  readonly store?: string;
  readonly facts?: readonly string[];
  readonly org?: string;
  readonly out: string;
  readonly page?: boolean;
  readonly now?: Instant;
}

/** An organization, and where its events are. */
interface Indexed extends IndexedOrganization {
  readonly source: IndexSource;
}

const listedMax = 5;

/** The organization that was named, or the only one there is. */
const chosen = (ids: readonly string[], org: string | undefined): string => {
  const [only] = ids;
  if (org === undefined && only !== undefined && ids.length === 1) return only;
  if (org !== undefined && ids.includes(org)) return org;
  const list = ids.slice(0, listedMax).join(', ');
  const rest = ids.length > listedMax ? ` and ${grouped(ids.length - listedMax)} more` : '';
  const what =
    org === undefined
      ? `there are ${grouped(ids.length)} organizations; name one by --org`
      : `there is no organization ${org}`;
  throw new VerbRefused(`${what}: ${list}${rest}`, exitCodes.usage);
};

const inFacts = async (
  paths: readonly string[],
  { org, now }: IndexFlags,
  terminal: Terminal,
): Promise<Indexed> => {
  const { reportedFacts } = await import('../facts/reported-facts.js');
  const facts = await reportedFacts(paths, now ?? (terminal.now() as Instant), terminal);
  const parts = splitByOrganization(facts);
  const own = parts.get(chosen([...parts.keys()], org))!;
  return {
    organization: own.organization[0]!,
    billingTerms: own.billingTerm,
    source: { from: 'facts', columns: columnsFrom(own) },
  };
};

const msPerDay = 86_400_000;

const inStore = async (directory: string, { org }: IndexFlags): Promise<Indexed> => {
  const { openStore, storeStats } = await import('@tallyboard/store');
  const { organizations } = await storeStats(directory, false);
  const id = chosen(
    organizations.map((one) => one.id),
    org,
  );
  const { name, ownerId } = organizations.find((one) => one.id === id)!;
  const store = await openStore(directory, (error) => {
    throw error;
  });
  try {
    const { organization: stored } = (await store.findOrganization(id, ownerId))!;
    const organization: FactOf<'organization'> = {
      id,
      name: name ?? '',
      ownerId,
      type: stored.type,
      createdAt: (stored.createdOn * msPerDay) as Instant,
    };
    const billingTerms = stored.billingTerms.map((term) => ({ ...term, organizationId: id }));
    return { organization, billingTerms, source: { from: 'store', directory } };
  } finally {
    store.close();
  }
};

const pageFiles = ['index.html', 'explorer.css', 'explorer.js', 'explorer-core.js'] as const;

/** Writes the explorer into a folder, for an index file beside it; gives the path of that file. */
const writePage = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  for (const name of pageFiles) {
    const text = await readAsset(`@tallyboard/explorer/page/${name}`);
    const isPage = name === 'index.html';
    const own = isPage ? text.replace('<html ', '<html data-index="organization.index" ') : text;
    await writeFile(join(folder, name), own);
  }
  return join(folder, 'organization.index');
};

const run = async (flags: IndexFlags, terminal: Terminal): Promise<void> => {
  const { store, facts, out, page = false, now = terminal.now() as Instant } = flags;
  const { organization, billingTerms, source } = await askingStore(() =>
    store === undefined ? inFacts(facts ?? [], flags, terminal) : inStore(store, flags),
  );
  const today = dayOfInstant(now);
  const times: IndexTimes = {
    createdOn: dayOfInstant(organization.createdAt),
    billingTerms,
    today,
  };
  const builder = indexBuilder();
  try {
    const index = await askingStore(() =>
      builder.build({ organizationId: organization.id, times, source }),
    );
    const parts = indexFileOf({ organization, billingTerms }, index);
    const file = page ? await writePage(out) : out;
    // It holds e-mail addresses; only a page is meant for others.
    await writeFile(file, Buffer.concat(parts), { mode: page ? 0o644 : 0o600 });
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    terminal.stderr.write(`wrote ${file}: ${organization.id}, ${grouped(bytes)} bytes\n`);
  } finally {
    await builder.close();
  }
};

/** `tallyboard index`: the figures of an organization as one file, for the explorer. */
export const indexCommand = (terminal: Terminal): Command =>
  new Command('index')
    .description('write the index of an organization to a file that the explorer opens')
    .requiredOption('--out <file>', 'where to write the index; with --page, the folder', someText)
    .option('--page', 'write a folder for any web space: the explorer, showing this index')
    .addOption(setting('--store <directory>', 'the store', someText))
    .option('--facts <path...>', 'in place of a store, files of facts or directories of them')
    .option('--org <id>', 'the organization, wksp_...; the only one when left out', someText)
    .option('--now <time>', 'the time that the figures end with (default: now)', nowFlag)
    .addHelpText(
      'after',
      `
Example:
  tallyboard index --store data --org wksp_... --out school.index
  tallyboard index --store data --org wksp_... --page --out public

The file has the names and e-mail addresses of all members.`,
    )
    .hook('preAction', (_, command) => {
      const { store, facts } = command.opts<IndexFlags>();
      if ((store === undefined) === (facts === undefined)) {
        usageError(command, 'name a store by --store DIR, or facts by --facts PATH');
      }
    })
    .action((flags: IndexFlags) => run(flags, terminal));
