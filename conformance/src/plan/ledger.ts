import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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
  /** How many requests were sent in the hour before an instant. */
  readonly spent: (allowance: Allowance, now: number) => number;
}

/** What a ledger keeps of a key. */
export const keyHashOf = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 16);

const nameOf = ({ baseUrl, keyHash, organization, endpoint }: Allowance): string =>
  [baseUrl, keyHash, organization, endpoint].join(' ');

/** A ledger that ends with the process. */
export const memoryLedger = (
  earlier: readonly (readonly [string, number])[] = [],
  note: (name: string, at: number) => void = () => undefined,
): Ledger => {
  const times = new Map<string, number[]>();
  const add = (name: string, at: number): void => {
    times.set(name, [...(times.get(name) ?? []), at]);
  };
  for (const [name, at] of earlier) add(name, at);
  return {
    record: (allowance, at) => {
      add(nameOf(allowance), at);
      note(nameOf(allowance), at);
    },
    spent: (allowance, now) =>
      (times.get(nameOf(allowance)) ?? []).filter((at) => now - at < hourMs && at <= now).length,
  };
};

const readLines = (file: string): readonly (readonly [string, number])[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(parseJson)
    .flatMap((line) =>
      isObject(line) && typeof line['allowance'] === 'string' && typeof line['at'] === 'number'
        ? [[line['allowance'], line['at']] as const]
        : [],
    );
};

/** A ledger that outlives the process: one line a request, appended. */
export const fileLedger = (file: string): Ledger => {
  mkdirSync(dirname(file), { recursive: true });
  return memoryLedger(readLines(file), (allowance, at) => {
    appendFileSync(file, `${JSON.stringify({ allowance, at })}\n`, { mode: 0o600 });
  });
};
