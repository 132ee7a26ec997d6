import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreRefused } from './store-refused.js';

/*
 * A store holds names, e-mail addresses and hashes of keys: what is made in it is for its owner alone.
 * Windows has no such modes and ignores them.
 */
const ownFile = 0o600;
const ownDirectory = 0o700;

/** Makes a directory, and those above it, for the owner alone; one that is there stays as it is. */
export const makeOwnDirectory = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: ownDirectory });
};

/** Lets only the owner read and write a file that others made. */
export const makeOwn = (path: string): Promise<void> => chmod(path, ownFile);

/** Opens a file to read it. A pipe is refused: without a writer, opening it would never end. */
const openFile = async (path: string): Promise<FileHandle> => {
  if (!(await stat(path)).isFile()) throw new StoreRefused(`${path} is not a file`);
  return open(path);
};

/** What Node reads at once, at most, is a little more. */
const bytesPerRead = 2 ** 30;

/** The bytes of a file, in a buffer of their own. `readFile` takes half a megabyte at a time, which is slower. */
export const readWhole = async (path: string): Promise<Buffer> => {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    // Not cleared before: the event loop would do that, and it takes half as long as the reading.
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(bytesPerRead, size - at), at);
      if (bytesRead === 0) throw new Error(`${path} was cut while it was read`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
};

/** The lower-case hexadecimal SHA-256 of a text. */
export const sha256Of = (content: string): string =>
  createHash('sha256').update(content).digest('hex');

const pieceBytes = 2 ** 20;

/**
 * The SHA-256 of a file, read in pieces so that a service goes on answering meanwhile.
 *
 * @param rest - waits after each piece, given its size
 */
export const sha256OfFile = async (
  path: string,
  rest?: (bytesCount: number) => Promise<void>,
): Promise<string> => {
  const file = await openFile(path);
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(pieceBytes);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
      await rest?.(bytesRead);
    }
  } finally {
    await file.close();
  }
};

/** What changes whenever a file is replaced; empty where there is none. */
export const stampOf = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.ino} ${found.size}`;
};

const synced = async (path: string, flags: 'r' | 'w', bytes?: string | Uint8Array) => {
  const file = await open(path, flags, ownFile);
  try {
    if (bytes !== undefined) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Directories can be synced wherever they can be opened; elsewhere renames are durable by themselves. */
const syncDirectory = async (path: string): Promise<void> => {
  if (process.platform !== 'win32') await synced(path, 'r');
};

/** What a store does to the disk when it commits. In one object, so that a test can let the disk be full at each moment. */
export const disk = {
  /** Writes a file and waits until it is on the disk. */
  write: (path: string, bytes: string | Uint8Array): Promise<void> => synced(path, 'w', bytes),
  /** Waits until what others wrote is on the disk. */
  settle: (path: string): Promise<void> => synced(path, 'r'),
  /** Moves a file, in one step, over one that may be there. */
  rename: async (from: string, to: string): Promise<void> => {
    await rename(from, to);
    await syncDirectory(dirname(to));
  },
};

/** Removes a file or a directory with all that is in it; nothing there is fine. */
export const removePath = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true });

/** The names in a directory; none where there is no such directory. */
export const namesIn = (directory: string): Promise<readonly string[]> =>
  readdir(directory).catch(() => []);

/** Replaces a file as a whole: a reader finds the old or the new one, also after a power cut. */
export const replaceFile = async (
  path: string,
  bytes: string | Uint8Array,
  next = `${path}.next`,
): Promise<void> => {
  await disk.write(next, bytes);
  await disk.rename(next, path);
};
