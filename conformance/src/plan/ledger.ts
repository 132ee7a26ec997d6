import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendToFile } from '../files/own-file.js';
import { isObject, parseJson } from '../model/json.js';
import type { Endpoint } from '../model/request.js';

const hourMs = 3_600_000;

/** The times of requests by the name of their allowance, also those of earlier runs. */
export interface Ledger {
  readonly record: (allowance: string, at: number) => void;
  /** Takes a request back that spent nothing. */
  readonly takeBack: (allowance: string, at: number) => void;
  /** How many requests were sent in the hour before an instant. */
  readonly spent: (allowance: string, now: number) => number;
}

/** The name of what requests spend; of a key it has a hash. */
export const allowanceName = (
  baseUrl: string,
  key: string,
  organization: string,
  endpoint: Endpoint,
): string => {
  const keyHash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return [baseUrl, keyHash, organization, endpoint].join(' ');
};

/** One line of a ledger: a request was sent, or one that spent nothing is taken back. */
interface Line {
  readonly allowance: string;
  readonly at: number;
  readonly isTakenBack: boolean;
}

/** A ledger that ends with the process. */
export const memoryLedger = (
  earlier: readonly Line[] = [],
  note: (line: Line) => void = () => undefined,
): Ledger => {
  const timesBy = new Map<string, number[]>();
  const apply = ({ allowance, at, isTakenBack }: Line): void => {
    const times = timesBy.get(allowance) ?? [];
    timesBy.set(allowance, times);
    if (!isTakenBack) times.push(at);
    else if (times.includes(at)) times.splice(times.lastIndexOf(at), 1);
  };
  const add = (line: Line): void => {
    apply(line);
    note(line);
  };
  for (const line of earlier) apply(line);
  return {
    record: (allowance, at) => add({ allowance, at, isTakenBack: false }),
    takeBack: (allowance, at) => add({ allowance, at, isTakenBack: true }),
    spent: (allowance, now) =>
      (timesBy.get(allowance) ?? []).filter((at) => now - hourMs < at && at <= now).length,
  };
};

const linesIn = (text: string): readonly Line[] =>
  text
    .split('\n')
    .map((line) => parseJson(line))
    .filter(isObject)
    .flatMap(({ allowance, at, isTakenBack }) =>
      typeof allowance === 'string' && typeof at === 'number'
        ? [{ allowance, at, isTakenBack: isTakenBack === true }]
        : [],
    );

/** A ledger that outlives the process: a file with a line for each request. */
export const fileLedger = (file: string): Ledger => {
  mkdirSync(dirname(file), { recursive: true });
  const earlier = existsSync(file) ? linesIn(readFileSync(file, 'utf8')) : [];
  return memoryLedger(earlier, (line) => appendToFile(file, `${JSON.stringify(line)}\n`));
};
