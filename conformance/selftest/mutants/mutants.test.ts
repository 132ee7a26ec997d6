import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { registry } from '../../src/rules/registry.js';
import { isSampled } from '../sample.test-kit.js';
import { mutants } from './all.test-kit.js';
import { type Outcome, tryMutant } from './kill.test-kit.js';
import { type Mutant, nameOf } from './mutant.test-kit.js';

const file = fileURLToPath(new URL('../../reports/kill-matrix.md', import.meta.url));

/** A mutant with what became of it. */
interface KilledMutant {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

const mark = ({ verdict }: Outcome): string =>
  verdict === 'fail' ? 'killed' : `survives (${verdict})`;

const row = (rule: string, clause: string, killed: readonly KilledMutant[]): string => {
  const cells = killed.map(({ mutant, outcome }) => `${mutant.operator}: ${mark(outcome)}`);
  return `| ${rule} | ${clause} | ${cells.join('<br>')} |`;
};

/** The kill matrix as Markdown: rule by rule, which mutants its judge kills. */
const killMatrix = (outcomes: readonly KilledMutant[]): string => {
  const killed = outcomes.filter(({ outcome }) => outcome.verdict === 'fail');
  const broken = registry.filter((rule) => outcomes.some(({ mutant }) => mutant.rule === rule.id));
  const percent = outcomes.length === 0 ? 0 : (100 * killed.length) / outcomes.length;
  return [
    '# Kill matrix',
    '',
    'Each mutant is the reference service with one fault switched on; it is killed when the rule it breaks',
    'fails. Written by the self-test of the suite.',
    '',
    `Mutants: ${outcomes.length}. Killed by their own rule: ${killed.length} (${percent.toFixed(1)} %).`,
    `Rules broken by at least one: ${broken.length}.`,
    '',
    '| Rule | Clause | Mutants |',
    '|---|---|---|',
    ...broken.map((rule) =>
      row(
        rule.id,
        rule.clause,
        outcomes.filter(({ mutant }) => mutant.rule === rule.id),
      ),
    ),
    '',
  ].join('\n');
};

/** Points that no mutant can break: what they say is no matter of the service. */
const unbreakable = new Set(['3-R3']);

/** What variants show, and some of the rest: all of them with TALLYBOARD_DEEP. */
const isTriedInAll = (mutant: Mutant): boolean =>
  mutant.quota !== true && (mutant.rotation !== undefined || isSampled(nameOf(mutant), 8));

describe('the mutants', () => {
  test('are at least 250, each under one name, at most three to a rule and way of breaking it', () => {
    const names = mutants.map(nameOf);
    expect(names.length).toBeGreaterThanOrEqual(250);
    expect(new Set(names).size).toBe(names.length);
  });

  test('break every must-rule, and nothing that is not in the registry', () => {
    const broken = new Set(mutants.map((one) => one.rule));
    const known = new Set(registry.map((rule) => rule.id));
    expect([...broken].filter((rule) => !known.has(rule))).toEqual([]);
    expect(
      registry
        .filter((rule) => ['must', 'inferred', 'derived'].includes(rule.level))
        .map((rule) => rule.id)
        .filter((rule) => !broken.has(rule) && !unbreakable.has(rule)),
    ).toEqual([]);
  });

  test('are killed by the rule that each breaks', async () => {
    const outcomes: KilledMutant[] = [];
    for (const mutant of mutants) outcomes.push({ mutant, outcome: await tryMutant(mutant) });
    const matrix = killMatrix(outcomes);
    console.log(matrix.split('\n').slice(0, 12).join('\n'));
    if (process.env['UPDATE_REPORTS'] !== undefined || !existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, matrix);
    }
    const surviving = outcomes
      .filter(({ outcome }) => outcome.verdict !== 'fail')
      .map(({ mutant, outcome }) => `${nameOf(mutant)}: ${outcome.verdict}, ${outcome.message}`);
    expect(surviving).toEqual([]);
    // What is committed is what was measured: run once with UPDATE_REPORTS=1 after a change.
    expect(readFileSync(file, 'utf8')).toBe(matrix);
  });

  test('are killed with all rotations in one run too', async () => {
    const surviving: string[] = [];
    for (const mutant of mutants.filter(isTriedInAll)) {
      const { verdict, message } = await tryMutant(mutant, 'all');
      if (verdict !== 'fail') surviving.push(`${nameOf(mutant)}: ${verdict}, ${message}`);
    }
    expect(surviving).toEqual([]);
  });
});
