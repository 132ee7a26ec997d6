import { closeSync, constants, fchmodSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A file that cannot be written, and why; the message names the file. */
export class FileFault extends Error {}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;

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
 * Writes to a file, from its beginning or at its end. A link is not followed, because it may lead to a file
 * that is none of the suite's; a named pipe is not waited for.
 */
const write = (file: string, text: string, how: number, mode: number, isForced = false): void => {
  if (isOfSystem(file)) {
    writeFileSync(file, text);
    return;
  }
  let descriptor: number;
  try {
    descriptor = openSync(file, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CREAT | how, mode);
  } catch (error) {
    throw faultOf(file, error);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw faultOf(file, { code: found.isFIFO() ? 'ENXIO' : 'ENODEV' });
    if (isForced) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
};

/** Writes a text in the place of what the file held. A mode that is given holds for an old file too. */
export const replaceFile = (file: string, text: string, mode?: number): void =>
  write(file, text, O_TRUNC, mode ?? 0o666, mode !== undefined);

/** Writes a text at the end of a file. */
export const appendToFile = (file: string, text: string): void =>
  write(file, text, O_APPEND, ownersMode);
