import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendToFile } from '../files/own-file.js';
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

/** A ledger that ends with the process. */
export const memoryLedger = (
  earlier: readonly Line[] = [],
  note: (line: Line) => void = () => undefined,
): Ledger => {
  const times = new Map<string, readonly number[]>();
  const apply = ({ allowance, at, isTakenBack }: Line): void => {
    const before = times.get(allowance) ?? [];
    const place = before.lastIndexOf(at);
    times.set(
      allowance,
      isTakenBack ? before.filter((_, index) => index !== place) : [...before, at],
    );
  };
  const add = (line: Line): void => {
    apply(line);
    note(line);
  };
  for (const line of earlier) apply(line);
  return {
    record: (allowance, at) => add({ allowance: nameOf(allowance), at, isTakenBack: false }),
    takeBack: (allowance, at) => add({ allowance: nameOf(allowance), at, isTakenBack: true }),
    spent: (allowance, now) =>
      (times.get(nameOf(allowance)) ?? []).filter((at) => now - at < hourMs && at <= now).length,
  };
};

const readLines = (file: string): readonly Line[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(parseJson)
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

/** A ledger that outlives the process: one line a request, appended. */
export const fileLedger = (file: string): Ledger => {
  mkdirSync(dirname(file), { recursive: true });
  return memoryLedger(readLines(file), (line) => {
    appendToFile(file, `${JSON.stringify(line)}\n`);
  });
};
