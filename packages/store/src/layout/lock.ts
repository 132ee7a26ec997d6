import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOwn, makeOwnDirectory } from './files.js';
import { StoreRefused } from './store-refused.js';

/**
 * The locks of a store, and how long a process waits for each, in milliseconds: an import holds `writer` to its
 * end; what replaces the manifest or the keys holds `manifest` for a moment.
 */
const waitMs = { writer: 0, manifest: 10_000 } as const;

const retryMs = 20;

/** Locks of this process: the system's lock keeps out other processes only. */
const held = new Set<string>();

/**
 * Takes a lock that the system gives back when its holder ends, however that ends. Node has none of
 * its own; opening a DuckDB file for writing takes one.
 */
const openLock = async (path: string): Promise<() => void> => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  if (!existsSync(path)) {
    // Made elsewhere first: a lock that was half made when its process was killed could never be opened.
    // Under a name of chance: in containers processes have the same few numbers.
    const made = `${path}.${randomUUID()}`;
    (await DuckDBInstance.create(made)).closeSync();
    await makeOwn(made);
    // A link never replaces: of two who come at once, one finds the other's lock.
    await link(made, path).catch(() => undefined);
    await rm(made, { force: true });
  }
  const instance = await DuckDBInstance.create(path);
  return () => instance.closeSync();
};

/** Who holds a lock; the system does not know the number of a process of another container. */
const holderName = (pid: string): string =>
  pid === '0' ? 'a process outside this container' : `process ${pid}`;

/** What helps when a lock cannot be opened: it is damaged, or nothing can be written there. */
const remedyOf = (reason: string): string =>
  /Permission denied|Read-only|No space|quota/i.test(reason)
    ? 'a store is changed by a user that may write to its directory, on a disk that is not full'
    : 'it may be removed while no process writes to the store';

/** The lock, or who holds it. */
const tryLock = async (path: string): Promise<(() => void) | { readonly holder: string }> => {
  if (held.has(path)) return { holder: 'this process' };
  held.add(path);
  try {
    const release = await openLock(path);
    return () => {
      release();
      held.delete(path);
    };
  } catch (error) {
    held.delete(path);
    const message = error instanceof Error ? error.message : String(error);
    const pid = /Conflicting lock.*PID (\d+)/.exec(message)?.[1];
    if (pid !== undefined) return { holder: holderName(pid) };
    const [reason = ''] = message.split('\n');
    throw new StoreRefused(`${path} cannot be locked (${reason}); ${remedyOf(reason)}`);
  }
};

/** The superuser may write to every store, but the owner could not read what it writes. */
const insistOnOwner = async (directory: string): Promise<void> => {
  const { uid } = await stat(join(directory, 'manifest.json')).catch(() => ({ uid: 0 }));
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new StoreRefused(
      `${directory} belongs to user ${uid}, who could not read what root writes; run this as that user (sudo -u '#${uid}')`,
    );
  }
};

/** Runs something that no other process may do to this store at the same time. */
export const withLock = async <A>(
  directory: string,
  name: keyof typeof waitMs,
  doing: () => Promise<A>,
): Promise<A> => {
  await insistOnOwner(directory);
  await makeOwnDirectory(directory);
  const path = join(resolve(directory), `${name}.lock`);
  const until = performance.now() + waitMs[name];
  for (;;) {
    const lock = await tryLock(path);
    if (typeof lock === 'function') {
      try {
        return await doing();
      } finally {
        lock();
      }
    }
    if (performance.now() >= until) {
      throw new StoreRefused(
        `${directory} is being written to by ${lock.holder}; try again when it is done`,
      );
    }
    await sleep(retryMs);
  }
};
