import type { Instant } from '@tallyboard/core/vocabulary';
import {
  createKey,
  keyId,
  type ListedKey,
  listKeys,
  revokeKey,
  type StoredKey,
} from '@tallyboard/store';
import { Command } from 'commander';
import { someText, usageError } from '../flags.js';
import { askingClickhouse, type DataFlags, eitherOf } from '../store-or-clickhouse.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';
import { nameAndId } from './stats.js';

interface KeysFlags extends DataFlags {
  readonly json?: boolean;
}

/** A store knows the holder of a key and the organizations of the holder; a ClickHouse lists the id alone. */
type AnyKey = StoredKey & Partial<Pick<ListedKey, 'userName' | 'memberships'>>;

interface Keys {
  readonly create: (userId: string, now: Instant) => Promise<{ key: string; stored: AnyKey }>;
  readonly list: () => Promise<readonly AnyKey[]>;
  readonly revoke: (name: string, now: Instant) => Promise<AnyKey>;
}

interface Data {
  readonly asking: <A>(address: string, ask: (keys: Keys) => Promise<A>) => Promise<A>;
  /** What is said of the time that a key came at; `null` for one that came with the facts. */
  readonly cameAt: (time: string | null) => string;
}

const kinds: Readonly<Record<keyof DataFlags, Data>> = {
  store: {
    asking: (directory, ask) =>
      askingStore(() =>
        ask({
          create: (userId, now) => createKey(directory, userId, now),
          list: () => listKeys(directory),
          revoke: (name, now) => revokeKey(directory, name, now),
        }),
      ),
    cameAt: (time) => (time === null ? 'imported' : `created ${time}`),
  },
  clickhouse: {
    asking: (urls, ask) =>
      askingClickhouse(urls, async (shards) => {
        const { clickhouseKeys, insistOnSchema } = await import('@tallyboard/clickhouse');
        await insistOnSchema(shards);
        return ask(clickhouseKeys(shards));
      }),
    cameAt: (time) => `since ${time}`,
  },
};

/** The data that was named. */
const dataOf = ({ store, clickhouse }: DataFlags) => {
  const { asking, cameAt } = kinds[store === undefined ? 'clickhouse' : 'store'];
  const lineOf = (key: AnyKey): string => {
    const state = key.revokedAt === null ? 'valid' : `revoked ${key.revokedAt}`;
    const user = key.userId === null ? '(user gone)' : nameAndId(key.userName ?? null, key.userId);
    const memberships = (key.memberships ?? []).map(
      ({ id, name, role, readsAnalytics }) =>
        `    ${role} of ${nameAndId(name, id)}${readsAnalytics ? '' : ', does not read its analytics'}\n`,
    );
    return `${keyId(key)}  ${user}  ${cameAt(key.createdAt)}  ${state}\n${memberships.join('')}`;
  };
  const ask = <A>(question: (keys: Keys) => Promise<A>): Promise<A> =>
    asking(store ?? clickhouse ?? '', question);
  return { ask, lineOf };
};

const shown = ({ sha256, ...key }: AnyKey) => ({ id: keyId({ sha256 }), ...key });

/** A key that opens boards and its own user alone is seldom meant. */
const readsNothing = (userId: string, memberships: NonNullable<AnyKey['memberships']>): string => {
  const roles = memberships.map(({ id, role }) => `${role} of ${id}`).join(', ');
  return (
    `warning: the key reads no analytics: the user ${userId} is ${roles || 'in no organization'}. ` +
    "Analytics open for the roles that 'tallyboard stats' shows, if the owner is enrolled."
  );
};

const create = async (flags: KeysFlags & { readonly user: string }, terminal: Terminal) => {
  const { stdout, stderr, now } = terminal;
  const { key, stored } = await dataOf(flags).ask((keys) =>
    keys.create(flags.user, now() as Instant),
  );
  stdout.write(flags.json === true ? `${JSON.stringify({ key, ...shown(stored) })}\n` : `${key}\n`);
  stderr.write(
    `The key is shown only now: its SHA-256 is kept, not the key. Its id is ${keyId(stored)}.\n`,
  );
  const { memberships } = stored;
  if (memberships?.every(({ readsAnalytics }) => !readsAnalytics) === true) {
    stderr.write(`${readsNothing(flags.user, memberships)}\n`);
  }
};

const list = async (flags: KeysFlags, { stdout }: Terminal) => {
  const { ask, lineOf } = dataOf(flags);
  const keys = await ask((known) => known.list());
  stdout.write(
    flags.json === true ? `${JSON.stringify(keys.map(shown))}\n` : keys.map(lineOf).join(''),
  );
};

const revoke = async (id: string, flags: KeysFlags, { stdout, now, readInput }: Terminal) => {
  const { ask, lineOf } = dataOf(flags);
  const name = id === '-' ? (readInput?.() ?? '').trim() : id;
  const key = await ask((keys) => keys.revoke(name, now() as Instant));
  stdout.write(flags.json === true ? `${JSON.stringify(shown(key))}\n` : lineOf(key));
};

const notAnId =
  'expected the id that `keys list` shows, or - and the key on stdin: all users of this machine can read a command line';

const verb = (name: string, description: string): Command =>
  eitherOf(new Command(name).description(description)).option('--json', 'print JSON');

/** `tallyboard keys`: who may ask a service that serves a store or a ClickHouse. */
export const keysCommand = (terminal: Terminal): Command =>
  new Command('keys')
    .description('create, list and revoke keys of a store or a ClickHouse')
    .addCommand(
      verb('create', 'make a key for a user; it is shown once')
        .requiredOption('--user <id>', 'whose key it is', someText)
        .action((flags: KeysFlags & { readonly user: string }) => create(flags, terminal)),
    )
    .addCommand(verb('list', 'list all keys').action((flags: KeysFlags) => list(flags, terminal)))
    .addCommand(
      verb('revoke', 'revoke a key; a running service refuses it within a second')
        .argument('<id>', 'the id that `keys list` shows; - reads the key itself from stdin')
        .action((id: string, flags: KeysFlags, command: Command) => {
          if (id !== '-' && !/^[\da-f]{12,64}$/.test(id)) usageError(command, notAnId);
          return revoke(id, flags, terminal);
        }),
    )
    .addHelpText(
      'after',
      `
Example:
  tallyboard keys create --store data --user USER_ID
  tallyboard keys revoke --store data KEY_ID`,
    );
