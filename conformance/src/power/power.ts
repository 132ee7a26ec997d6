import type { History } from '../model/history.js';
import type { Power, Report, RulePower } from '../model/report.js';
import type { Rule } from '../model/rule.js';
import { probes } from '../probes/all-probes.js';
import { type Judged, judgeHistory } from '../verdicts/judge-history.js';
import { type Fault, faultOf } from './fault.js';
import { operators } from './operators/all.js';
import { particularFaults } from './particular-faults.js';

/** What became of a fault: noticed, judged and not noticed, or in no answer of the run. */
export type Notice = 'noticed' | 'missed' | 'notShown';

/** What decides a rule: its probes, and those that ask the same again, which show the fault too. */
const askedFor = (rule: Rule): readonly string[] => [
  ...rule.probes,
  ...probes
    .filter(({ witnessOf }) => witnessOf !== null && rule.probes.includes(witnessOf))
    .map(({ id }) => id),
];

/** Judges a rule again as if the service had a fault. A fault that cannot be made of odd answers is missed. */
export const noticeOf = (history: History, rule: Rule, fault: Fault): Notice => {
  try {
    const wrong = fault.shownIn(history, askedFor(rule));
    if (wrong === null) return 'notShown';
    const [judged] = judgeHistory(wrong, [rule]);
    return judged?.judgement.verdict === 'fail' ? 'noticed' : 'missed';
  } catch {
    return 'missed';
  }
};

/** What would raise the share, by a fault that was not noticed. */
const raiseOf = ({ run }: History, { isVariant }: Fault, notice: Notice): string | null => {
  if (isVariant === true) return run.rotation === 'all' ? null : '--rotation all';
  if (notice === 'notShown') return 'other data';
  return run.facts === null ? '--facts' : null;
};

const powerOfRule = (history: History, rule: Rule, faults: readonly Fault[]): RulePower => {
  const unseen = faults.flatMap((fault) => {
    const notice = noticeOf(history, rule, fault);
    return notice === 'noticed' ? [] : [{ fault, raise: raiseOf(history, fault, notice) }];
  });
  return {
    made: faults.length,
    noticed: faults.length - unseen.length,
    missed: unseen.map(({ fault }) => fault.operator),
    raisedBy: [...new Set(unseen.map(({ raise }) => raise).filter((raise) => raise !== null))],
  };
};

/**
 * How much the passes of a run prove: the recorded answers are changed in every way that a wrong
 * service could have, and judged again. Nothing is sent.
 */
export const powerOf = (
  history: History,
  judged: readonly Judged[] = judgeHistory(history),
): Power => {
  const faults = [...operators.map(faultOf), ...particularFaults(history)];
  const rules = judged
    .filter(({ inScope, judgement }) => inScope && judgement.verdict === 'pass')
    .flatMap(({ rule }) => {
      const own = faults.filter((fault) => fault.rule === rule.id);
      return own.length === 0 ? [] : [[rule.id, powerOfRule(history, rule, own)] as const];
    });
  const sum = (by: (one: RulePower) => number): number =>
    rules.map(([, one]) => by(one)).reduce((total, one) => total + one, 0);
  return {
    made: sum(({ made }) => made),
    noticed: sum(({ noticed }) => noticed),
    rules: Object.fromEntries(rules),
  };
};

/** A report that says how much its passes prove. */
export const withPower = (report: Report, history: History): Report => {
  const { rules, ...power } = powerOf(history);
  return {
    ...report,
    power,
    rules: report.rules.map((rule) => {
      const own = rules[rule.id];
      return own === undefined || rule.verdict !== 'pass' ? rule : { ...rule, power: own };
    }),
  };
};
