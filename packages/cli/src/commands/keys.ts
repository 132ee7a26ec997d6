import type { Instant } from '@tallyboard/core/vocabulary';
import { createKey, keyId, listKeys, revokeKey, type StoredKey } from '@tallyboard/store';
import { Command } from 'commander';
import { someText } from '../flags.js';
import { askingStore } from '../store-refusals.js';
import type { Terminal } from '../terminal.js';

interface StoreFlags {
  readonly store: string;
  readonly json?: boolean;
}

const shown = (key: StoredKey) => ({
  id: keyId(key),
  userId: key.userId,
  createdAt: key.createdAt,
  revokedAt: key.revokedAt,
});

const lineOf = (key: StoredKey): string => {
  const from = key.createdAt === null ? 'imported' : `created ${key.createdAt}`;
  const state = key.revokedAt === null ? 'valid' : `revoked ${key.revokedAt}`;
  return `${keyId(key)}  ${key.userId ?? '(user gone)'}  ${from}  ${state}\n`;
};

const create = async (flags: StoreFlags & { readonly user: string }, terminal: Terminal) => {
  const { stdout, stderr, now } = terminal;
  const { key, stored } = await askingStore(() =>
    createKey(flags.store, flags.user, now() as Instant),
  );
  stdout.write(flags.json === true ? `${JSON.stringify({ key, ...shown(stored) })}\n` : `${key}\n`);
  stderr.write(`Key ${keyId(stored)} is shown this once; the store keeps only its SHA-256.\n`);
};

const list = async (flags: StoreFlags, { stdout }: Terminal) => {
  const keys = await askingStore(() => listKeys(flags.store));
  stdout.write(
    flags.json === true ? `${JSON.stringify(keys.map(shown))}\n` : keys.map(lineOf).join(''),
  );
};

const revoke = async (name: string, flags: StoreFlags, { stdout, now }: Terminal) => {
  const key = await askingStore(() => revokeKey(flags.store, name, now() as Instant));
  stdout.write(flags.json === true ? `${JSON.stringify(shown(key))}\n` : lineOf(key));
};

const verb = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .requiredOption('--store <directory>', 'the store', someText)
    .option('--json', 'print JSON');

/** `tallyboard keys`: who may ask a service that serves a store. */
export const keysCommand = (terminal: Terminal): Command =>
  new Command('keys')
    .description('create, list and revoke keys of a store')
    .addCommand(
      verb('create', 'make a key for a user; it is shown once')
        .requiredOption('--user <id>', 'whose key it is', someText)
        .action((flags: StoreFlags & { readonly user: string }) => create(flags, terminal)),
    )
    .addCommand(verb('list', 'list all keys').action((flags: StoreFlags) => list(flags, terminal)))
    .addCommand(
      verb('revoke', 'revoke a key; a running service refuses it at once')
        .argument('<id>', 'the id that `keys list` shows, or the key itself')
        .action((name: string, flags: StoreFlags) => revoke(name, flags, terminal)),
    );
