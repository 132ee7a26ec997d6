import { type ListedOrganization, type StoreStats, storeStats } from '@tallyboard/store';
import { Command } from 'commander';
import { setting, someText } from '../flags.js';
import { type Row, tableOf } from '../print/formats.js';
import { plainText } from '../print/plain-text.js';
import { grouped } from '../progress.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';

interface StatsFlags {
  readonly store: string;
  readonly verify?: boolean;
  readonly json?: boolean;
}

const rowsMax = 20;

/** A name with its id, as a terminal may show them. */
export const nameAndId = (name: string | null, id: string): string =>
  plainText(name === null ? id : `${name} (${id})`);

/** Says what opens the analytics of an organization that no key reads. */
const closedNote =
  'no role: analytics open if the id begins with wksp_ and the `user` fact of the owner has "enrolled": true';

const organizationRow = (stats: StoreStats) => {
  const indexes = new Map(stats.indexes.map((index) => [index.organizationId, index.bytesCount]));
  return (organization: ListedOrganization): Row => ({
    organization: organization.id,
    name: organization.name,
    type: organization.type,
    owner: nameAndId(organization.ownerName, organization.ownerId),
    'may read analytics': organization.readers.join(', ') || 'no role',
    members: organization.membersCount,
    'index bytes': indexes.get(organization.id) ?? null,
  });
};

const pageOf = (stats: StoreStats): string => {
  const { facts, from, to, indexes, organizations } = stats;
  const indexBytes = indexes.reduce((sum, { bytesCount }) => sum + bytesCount, 0);
  const lines: readonly (readonly [name: string, value: string])[] = [
    ['data version', String(stats.dataVersion)],
    ['format', String(stats.formatVersion)],
    ['from', from ?? '-'],
    ['to', to ?? '-'],
    [
      'files',
      `${grouped(stats.segments)}, ${grouped(stats.segmentBytes)} bytes${stats.verified ? ', verified' : ''}`,
    ],
    ['indexes', `${grouped(indexes.length)}, ${grouped(indexBytes)} bytes`],
    ['facts', grouped(Object.values(facts).reduce((sum, count) => sum + count, 0))],
    ...Object.entries(facts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => [`  ${kind}`, grouped(count)] as const),
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  const page = lines.map(([name, value]) => `${name.padEnd(width)}${value}\n`).join('');
  const rows = organizations.slice(0, rowsMax).map(organizationRow(stats));
  const more = organizations.length - rows.length;
  const columns = Object.keys(rows[0] ?? {});
  const rest = more > 0 ? `and ${grouped(more)} more; --json lists all\n` : '';
  const isClosed = organizations.some(({ readers }) => readers.length === 0);
  const why = isClosed ? `\n${closedNote}\n` : '';
  return rows.length === 0 ? page : `${page}\n${tableOf(columns, rows)}${rest}${why}`;
};

const run = async ({ store, verify, json }: StatsFlags, { stdout }: Terminal): Promise<void> => {
  const stats = await askingStore(() => storeStats(store, verify === true));
  stdout.write(json === true ? `${JSON.stringify(stats)}\n` : pageOf(stats));
};

/** `tallyboard stats`: what a store holds. */
export const statsCommand = (terminal: Terminal): Command =>
  new Command('stats')
    .description('list the organizations of a store and count its facts')
    .addOption(setting('--store <directory>', 'the store', someText).makeOptionMandatory())
    .option('--verify', 'read every file and compare it with its SHA-256')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  tallyboard stats --store data --verify')
    .action((flags: StatsFlags) => run(flags, terminal));
