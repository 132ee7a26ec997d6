import { closeSync, constants, fstatSync, openSync, writeFileSync } from 'node:fs';

/** A file that cannot be written, and why; the message names the file. */
export class FileFault extends Error {}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_TRUNC, O_WRONLY } = constants;

const reasons: Readonly<Record<string, string>> = {
  ELOOP: 'is a symbolic link',
  ENXIO: 'is a named pipe',
  EISDIR: 'is a directory',
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

/** Files below it are those of the system, links and pipes among them: `/dev/stdout`. */
const isOfSystem = (file: string): boolean => file.startsWith('/dev/');

/** Only the owner may read it. */
export const ownersMode = 0o600;

/**
 * Writes to a file. A link is not followed, because it may lead to a file
 * that is none of the suite's; a named pipe is not waited for.
 */
const write = (file: string, text: string, how: number, mode: number): void => {
  if (isOfSystem(file)) {
    writeFileSync(file, text);
    return;
  }
  let descriptor: number;
  try {
    descriptor = openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | how, mode);
  } catch (error) {
    throw faultOf(file, error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw faultOf(file, { code: 'ENXIO' });
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
};

/** Writes a text in the place of what the file held. */
export const replaceFile = (file: string, text: string, mode = 0o666): void =>
  write(file, text, O_TRUNC, mode);

/** Writes a text at the end of a file. */
export const appendToFile = (file: string, text: string): void =>
  write(file, text, O_APPEND, ownersMode);
