import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Stryker } from '@stryker-mutator/core';
import { areaNames, digestOf } from './areas.js';

/** A change that was made, and what the tests said to it. */
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** A mutant that no test notices, as it is recognised when lines have moved. */
export interface Survivor {
  readonly file: string;
  /** The line as it stands, without the space around it. */
  readonly line: string;
  /** The part that was changed; `...` where it goes on over further lines. */
  readonly original: string;
  /** What stood there instead. */
  readonly replacement: string;
}

/** What a measurement of one area found. */
export interface AreaResult {
  /** Of the code that was measured. */
  readonly digest: string;
  readonly measuredOn: string;
  /** Mutants that made a test fail, or a module with tests fail to load. */
  readonly killed: number;
  /** Mutants under which the tests did not end. */
  readonly timedOut: number;
  /** Mutants that no test noticed, and among these... */
  readonly survived: number;
  /** ...those that no test ever reached. */
  readonly unreached: number;
  /** Mutants that act while modules load: for each of them all tests run. */
  readonly atLoad: number;
  readonly survivors: readonly Survivor[];
}

const path = 'scripts/mutation/results.json';

/** The results of all areas measured so far. */
export const readResults = (): Readonly<Record<string, AreaResult>> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, AreaResult>;

/** Keeps new results in the place of older ones of the same areas. */
export const keepResults = (measured: Readonly<Record<string, AreaResult>>): void => {
  const all = { ...readResults(), ...measured };
  const inOrder = areaNames.flatMap((area) => (all[area] ? [[area, all[area]]] : []));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
};

const squeezed = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const survivorOf = ({ fileName, location, replacement }: MutantResult): Survivor => {
  const { start, end } = location;
  const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1] ?? '';
  const ends = start.line === end.line;
  return {
    file: relative('.', fileName),
    line: squeezed(line),
    original:
      squeezed(line.slice(start.column - 1, ends ? end.column - 1 : undefined)) +
      (ends ? '' : ' ...'),
    replacement: squeezed(replacement),
  };
};

/** Sums up the mutants of an area. */
export const resultOf = (area: string, mutants: readonly MutantResult[]): AreaResult => {
  const withStatus = (...statuses: readonly string[]): readonly MutantResult[] =>
    mutants.filter(({ status }) => statuses.includes(status));
  const survived = withStatus('Survived', 'NoCoverage');
  return {
    digest: digestOf(area),
    measuredOn: new Date().toISOString().slice(0, 10),
    killed: withStatus('Killed', 'RuntimeError').length,
    timedOut: withStatus('Timeout').length,
    survived: survived.length,
    unreached: withStatus('NoCoverage').length,
    atLoad: mutants.filter((mutant) => mutant.static === true).length,
    survivors: survived.map(survivorOf),
  };
};
