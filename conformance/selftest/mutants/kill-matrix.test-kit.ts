import { registry } from '../../src/rules/registry.js';
import type { Outcome } from './kill.test-kit.js';
import { type Mutant } from './mutant.test-kit.js';

/** A mutant with what became of it. */
export interface KilledMutant {
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
export const killMatrix = (outcomes: readonly KilledMutant[]): string => {
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
