import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Stryker } from '@stryker-mutator/core';

/** A change that was made, and what the tests said to it. */
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** A mutant that no test notices, as it is recognised when lines have moved. */
export interface Survivor {
  readonly file: string;
  /** The line as it stands, without the space around it. */
  readonly line: string;
  /** What stands there instead. */
  readonly replacement: string;
  readonly mutator: string;
}

/** A survivor that was looked at: nothing that can be observed changes, or why no test is worth it. */
export interface Explained extends Survivor {
  readonly reason: string;
}

/** The mutants of one area. */
export interface AreaResult {
  readonly area: string;
  readonly mutants: readonly MutantResult[];
}

const squeezed = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** The mutants that no test notices or reaches. */
export const survivorsOf = (mutants: readonly MutantResult[]): readonly Survivor[] =>
  mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, replacement, mutatorName }) => ({
      file: relative('.', fileName),
      line: squeezed(readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1] ?? ''),
      replacement: squeezed(replacement),
      mutator: mutatorName,
    }));

const count = (mutants: readonly MutantResult[], ...statuses: readonly string[]): number =>
  mutants.filter(({ status }) => statuses.includes(status)).length;

/** A row of numbers: mutants, killed, survived, never reached, and the score in percent. */
export const scoreOf = (mutants: readonly MutantResult[]) => {
  const killed = count(mutants, 'Killed', 'Timeout');
  const survived = count(mutants, 'Survived');
  const unreached = count(mutants, 'NoCoverage');
  const all = killed + survived + unreached;
  return { all, killed, survived, unreached, score: (100 * killed) / Math.max(1, all) };
};

const sameAs = (one: Survivor) => (other: Survivor) =>
  one.file === other.file &&
  one.line === other.line &&
  one.replacement === other.replacement &&
  one.mutator === other.mutator;

const cell = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;

const rowOf = ({ area, mutants }: AreaResult): string => {
  const { all, killed, survived, unreached, score } = scoreOf(mutants);
  return `| ${area} | ${all} | ${killed} | ${survived} | ${unreached} | ${score.toFixed(1)} % |`;
};

/** The results as a page. */
export const pageOf = (results: readonly AreaResult[], explained: readonly Explained[]): string => {
  const rows = [
    ...results.map(rowOf),
    rowOf({ area: 'all', mutants: results.flatMap(({ mutants }) => mutants) }),
  ];
  const survivors = results.flatMap(({ mutants }) => survivorsOf(mutants));
  const lines = survivors.map((survivor) => {
    const reason = explained.find(sameAs(survivor))?.reason ?? 'not looked at yet';
    const file = survivor.file.replace('packages/core/src/', '');
    return `| ${file} | ${cell(survivor.line)} | ${cell(survivor.replacement)} | ${reason} |`;
  });
  return [
    '| area | mutants | killed | survived | not reached | score |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
    '',
    '## Survivors',
    '',
    '| file | line | what stood there instead | why it survives |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
};
