import { isDeepStrictEqual } from 'node:util';
import type { EventColumns } from '../src/events/columns.js';
import { buildScanIndex } from '../src/figures/scan-index.test-kit.js';
import { append } from '../src/index/append/append.js';
import { buildIndex, type OrganizationIndex } from '../src/index/organization-index.js';
import { decodeIndex, encodeIndex } from '../src/index/stored-index.js';
import { splitColumns, syntheticColumns } from './synthetic-columns.js';
import { works } from './works.js';

/*
 * The index against a scan of the columns, in one run and by turns; answers are compared before
 * anything is timed. Run: tsc -p packages/core/bench && node packages/core/bench/dist/bench/run.js
 * [events ...] [--members N] [--flat].
 */

const rounds = 7;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;
const spread = (values: readonly number[]): string =>
  `${Math.min(...values).toPrecision(3)}-${Math.max(...values).toPrecision(3)}`;
const report = (name: string, values: readonly number[], unit: string, rest = ''): void => {
  const figure = median(values).toPrecision(3);
  console.log(`${name.padEnd(36)} ${figure.padStart(9)} ${unit} (${spread(values)}) ${rest}`);
};

/** Milliseconds of one call, over as many calls as a few milliseconds take. */
const timed = (work: (turn: number) => unknown, turnsMax: number): number => {
  const start = performance.now();
  let turn = 0;
  do work(turn++);
  while (turn < turnsMax && performance.now() - start < 20);
  return (performance.now() - start) / turn;
};

const compare = (index: OrganizationIndex, columns: EventColumns): void => {
  const scanned = buildScanIndex(columns);
  for (const work of works) {
    for (const turn of [0, 5]) {
      if (!isDeepStrictEqual(work.indexed(index, turn), work.scanned(scanned, turn))) {
        throw new Error(`${work.name}: the answers differ`);
      }
    }
    const [ours, theirs]: [number[], number[]] = [[], []];
    timed((turn) => work.indexed(index, turn), 5000);
    for (let round = 0; round < rounds; round++) {
      ours.push(timed((turn) => work.indexed(index, turn), 5000));
      if (round < 3) theirs.push(timed((turn) => work.scanned(scanned, turn), 1));
    }
    const ratio = Math.round(median(theirs) / median(ours));
    report(work.name, ours, 'ms', `scan ${median(theirs).toPrecision(3)} ms, ${ratio} x`);
  }
};

/** Bytes of the columns of an index: all of it, but for what has a name. */
const bytesOf = (value: unknown): number => {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, part]) => (name === 'directory' ? sum : sum + bytesOf(part)),
    0,
  );
};

const times = (count: number, work: () => unknown): readonly number[] =>
  Array.from({ length: count }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });

const measure = (events: number, members: number, activity: 'zipf' | 'flat'): void => {
  console.log(`\n${events} events, ${members} members, 60 months, ${activity}`);
  const columns = syntheticColumns({ seed: 1, events, members, months: 60, activity });
  const { before, lastDay } = splitColumns(columns);
  const index = buildIndex(columns);
  const builds = times(5, () => buildIndex(columns));
  report('build', builds, 'ms', `${(events / median(builds) / 1000).toPrecision(3)} M events/s`);
  const past = buildIndex(before);
  const appends = times(5, () => append(past, lastDay));
  const share = (100 * median(appends)) / median(builds);
  report('append of the last day', appends, 'ms', `${share.toPrecision(3)} % of a build`);
  const stored = encodeIndex(index);
  report(
    'encode',
    times(3, () => encodeIndex(index)),
    'ms',
  );
  report(
    'decode',
    times(3, () => decodeIndex(stored)),
    'ms',
  );
  const perEvent = (bytes: number): string => `${(bytes / events).toPrecision(3)} bytes an event`;
  const { visits, attachments, ...answering } = index;
  console.log(
    `index ${perEvent(bytesOf(index))}, ledgers for append ${perEvent(bytesOf({ visits, attachments }))} of it`,
  );
  console.log(
    `stored, with the directory: ${perEvent(stored.byteLength)}; to answer: ${perEvent(bytesOf(answering))}`,
  );
  if (!isDeepStrictEqual(append(past, lastDay), index)) throw new Error('append differs');
  compare(index, columns);
};

const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const flat = process.argv.includes('--flat');
const at = process.argv.indexOf('--members');
const asked = at < 0 ? null : Number(process.argv[at + 1]);
for (const word of at < 0 ? numbers : numbers.slice(0, -1)) {
  const events = Number(word);
  measure(events, asked ?? (events <= 100_000 ? 500 : 50_000), flat ? 'flat' : 'zipf');
}
