import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';

/** A file that cannot be written, and why; the message names the file. */
export class FileFault extends Error {}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;

const reasons: Readonly<Record<string, string>> = {
  ELOOP: 'is a symbolic link',
  ENXIO: 'is a named pipe',
  EISDIR: 'is a directory',
  ENODEV: 'is a device',
};

const faultOf = (file: string, error: unknown): Error => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  return new FileFault(
    reason === undefined
      ? message
      : `${file} ${reason}: expected the name of a file, new or to be replaced`,
  );
};

/** The files of the system that an operator may name in place of a file; some are links or pipes. */
const isOfSystem = (file: string): boolean =>
  /^\/dev\/(stdout|stderr|null|tty|fd\/\d+)$/.test(resolve(file));

/** Only the owner may read it. */
export const ownersMode = 0o600;

/**
 * Opens a file to write. A link is not followed, because it may lead to a file
 * that is none of the suite's; a named pipe is not waited for.
 */
const inFile = (
  file: string,
  how: number,
  mode: number,
  write: (descriptor: number) => void,
): void => {
  let descriptor: number;
  try {
    descriptor = openSync(file, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | how, mode);
  } catch (error) {
    throw faultOf(file, error);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw faultOf(file, { code: found.isFIFO() ? 'ENXIO' : 'ENODEV' });
    write(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Writes a text in the place of what the file held. A mode that is given holds for an old file too. */
export const replaceFile = (file: string, text: string, mode?: number): void => {
  if (isOfSystem(file)) {
    writeFileSync(file, text);
    return;
  }
  inFile(file, O_CREAT | O_TRUNC, mode ?? 0o666, (descriptor) => {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
  });
};

/** Replaces a file whole or not at all: until then a reader gets the one before. */
export const swapFile = (file: string, text: string, mode: number): void => {
  if (isOfSystem(file)) {
    writeFileSync(file, text);
    return;
  }
  const next = `${file}.new`;
  rmSync(next, { force: true });
  inFile(next, O_CREAT | O_EXCL, mode, (descriptor) => {
    fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
  });
  renameSync(next, file);
};

/** Writes a text at the end of a file. */
export const appendToFile = (file: string, text: string): void => {
  if (isOfSystem(file)) writeFileSync(file, text);
  else inFile(file, O_CREAT | O_APPEND, ownersMode, (at) => writeFileSync(at, text));
};
