import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendToFile, ownersMode, swapFile } from '../files/own-file.js';
import { isObject, parseJson } from '../model/json.js';
import type { Endpoint } from '../model/request.js';

const hourMs = 3_600_000;

/** Whose allowance a request spends; the key only as a hash. */
export interface Allowance {
  readonly baseUrl: string;
  readonly keyHash: string;
  readonly organization: string;
  readonly endpoint: Endpoint;
}

/** The times of requests by allowance, also those of earlier runs. */
export interface Ledger {
  readonly record: (allowance: Allowance, at: number) => void;
  /** Takes a request back that never reached the service. */
  readonly takeBack: (allowance: Allowance, at: number) => void;
  /** How many requests were sent in the hour before an instant. */
  readonly spent: (allowance: Allowance, now: number) => number;
}

/** What a ledger keeps of a key. */
export const keyHashOf = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 16);

const nameOf = ({ baseUrl, keyHash, organization, endpoint }: Allowance): string =>
  [baseUrl, keyHash, organization, endpoint].join(' ');

/** One line of a ledger: a request was sent, or one that was not received is taken back. */
interface Line {
  readonly allowance: string;
  readonly at: number;
  readonly isTakenBack: boolean;
}

/** How many of ordered times are not after an instant. */
const upTo = (times: readonly number[], instant: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A ledger that ends with the process. */
export const memoryLedger = (
  earlier: readonly Line[] = [],
  note: (line: Line) => void = () => undefined,
): Ledger => {
  /** The times of each allowance, in order. */
  const kept = new Map<string, number[]>();
  const timesOf = (allowance: string): number[] => {
    const times = kept.get(allowance) ?? [];
    kept.set(allowance, times);
    return times;
  };
  const apply = ({ allowance, at, isTakenBack }: Line): void => {
    const times = timesOf(allowance);
    const place = upTo(times, at);
    if (!isTakenBack) times.splice(place, 0, at);
    else if (times[place - 1] === at) times.splice(place - 1, 1);
  };
  const add = (line: Line): void => {
    apply(line);
    const times = timesOf(line.allowance);
    const old = upTo(times, line.at - hourMs);
    // Many at once: to drop the first of an array moves all others.
    if (old > times.length / 2) times.splice(0, old);
    note(line);
  };
  for (const line of earlier) apply(line);
  return {
    record: (allowance, at) => add({ allowance: nameOf(allowance), at, isTakenBack: false }),
    takeBack: (allowance, at) => add({ allowance: nameOf(allowance), at, isTakenBack: true }),
    spent: (allowance, now) => {
      const times = timesOf(nameOf(allowance));
      return upTo(times, now) - upTo(times, now - hourMs);
    },
  };
};

const readLines = (file: string): readonly Line[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => parseJson(line))
    .flatMap((line) =>
      isObject(line) && typeof line['allowance'] === 'string' && typeof line['at'] === 'number'
        ? [
            {
              allowance: line['allowance'],
              at: line['at'],
              isTakenBack: line['isTakenBack'] === true,
            },
          ]
        : [],
    );
};

/** A file with more lines is shortened when it is opened: an hour's allowances take 120. */
const linesMax = 1000;

const textOfLines = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** The lines of a file, of a long one those of the last hour; another process may write at the same time. */
const opened = (file: string): readonly Line[] => {
  const lines = readLines(file);
  if (lines.length <= linesMax) return lines;
  const size = statSync(file).size;
  const last = lines.reduce((latest, { at }) => Math.max(latest, at), 0);
  const left = lines.filter(({ at }) => at > last - hourMs);
  try {
    swapFile(file, textOfLines(left), ownersMode, () => statSync(file).size === size);
  } catch {
    // A file that cannot be replaced stays as long as it is.
  }
  return left;
};

/** A ledger that outlives the process: one line a request, appended, and the lines of an hour at least. */
export const fileLedger = (file: string): Ledger => {
  mkdirSync(dirname(file), { recursive: true });
  return memoryLedger(opened(file), (line) => appendToFile(file, textOfLines([line])));
};
