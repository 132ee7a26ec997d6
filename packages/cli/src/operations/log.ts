import { write, writeSync } from 'node:fs';
import { type LogLevel, logLevels } from './log-levels.js';

/** A level that lines have: `silent` has none. */
type LineLevel = Exclude<LogLevel, 'silent'>;

/** Writes a line: fields and a message, or a message alone. */
interface LogLine {
  (message: string): void;
  (fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** A log of one JSON object a line. */
export interface Log extends Readonly<Record<LineLevel, LogLine>> {
  /** Whether lines of a level are written. */
  readonly isLevelEnabled: (level: LineLevel) => boolean;
}

/** Takes whole lines, each with its end. */
export interface LogDestination {
  readonly write: (line: string) => unknown;
}

/** Errors whose message is a sentence for the operator: their stack adds nothing. */
const sentences: ReadonlySet<string> = new Set(['StoreRefused', 'Unavailable']);

const codeOf = (error: Error): object => ('code' in error ? { code: error.code } : {});

/** The parts of an error that locate it, without the values that it may carry. */
const shownError = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...codeOf(error),
    ...(sentences.has(name) ? {} : { stack }),
    // The message of any other cause may carry what a client sent.
    ...(cause instanceof Error && {
      cause: sentences.has(cause.name) ? shownError(cause) : { type: cause.name, ...codeOf(cause) },
    }),
  };
};

const shownFields = (fields: Readonly<Record<string, unknown>>) =>
  'error' in fields ? { ...fields, error: shownError(fields['error']) } : fields;

/** Makes a log that leaves out what is below a level; of an `error` it has kind, message and place. */
export const jsonLog = (level: LogLevel, destination: LogDestination): Log => {
  const isLevelEnabled = (asked: LineLevel): boolean =>
    logLevels.indexOf(asked) >= logLevels.indexOf(level);
  const lineOf =
    (own: LineLevel): LogLine =>
    (first: string | Readonly<Record<string, unknown>>, message?: string) => {
      if (!isLevelEnabled(own)) return;
      const [fields, msg] = typeof first === 'string' ? [{}, first] : [first, message];
      const line = { level: own, time: new Date().toISOString(), ...shownFields(fields), msg };
      destination.write(`${JSON.stringify(line)}\n`);
    };
  return {
    isLevelEnabled,
    debug: lineOf('debug'),
    info: lineOf('info'),
    warn: lineOf('warn'),
    error: lineOf('error'),
  };
};

/** How long a reader that takes nothing more is left alone, in milliseconds. */
const pauseMs = 100;

const isFull = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN';

/** Writes all that a descriptor takes now; a log that cannot be written ends nothing. */
const writeNow = (descriptor: number, bytes: Uint8Array): void => {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  } catch {
    // The process ends, and the log was where it would have said so.
  }
};

/**
 * Lines for a descriptor, written by another thread: a reader that takes its time holds up no answer. Lines that come
 * while others are written go together. What is left when the process ends is written then.
 */
export const descriptorLog = (descriptor: number): LogDestination => {
  let waiting = '';
  let isWriting = false;
  const writeWaiting = (): void => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    isWriting = bytes.length > 0;
    if (isWriting) writeFrom(bytes);
  };
  const writeFrom = (bytes: Uint8Array): void =>
    write(descriptor, bytes, (error, written) => {
      if (error !== null && isFull(error)) setTimeout(writeFrom, pauseMs, bytes);
      else if (error === null && written < bytes.length) writeFrom(bytes.subarray(written));
      else writeWaiting();
    });
  process.once('exit', () => writeNow(descriptor, Buffer.from(waiting)));
  return {
    write: (line) => {
      waiting += line;
      if (!isWriting) writeWaiting();
    },
  };
};
