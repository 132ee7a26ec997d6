import type { History } from '../model/history.js';
import type { Rule } from '../model/rule.js';
import { type Judgement, join, notApplicable, undecided, type Verdict } from '../model/verdict.js';
import { isNamed, registry } from '../rules/registry.js';

/** A rule with what was found on it. */
export interface Judged {
  readonly rule: Rule;
  readonly judgement: Judgement;
  /** Only rules in scope decide the outcome of a run. */
  readonly inScope: boolean;
}

const binding = new Set(['must', 'inferred', 'derived']);

/** Why a rule is outside of this run before any answer is looked at. */
const excluded = ({ run }: History, rule: Rule): Judgement | null => {
  if (run.only.length > 0 && !isNamed(rule, run.only)) {
    return notApplicable('notSelected', 'Other rules were selected.');
  }
  if (isNamed(rule, run.skip)) return undecided('skipped', 'Left out with --skip.');
  if (rule.need === 'seeded' && run.facts === null) {
    return notApplicable('needsSeed', 'It needs facts that the suite knows (--facts).');
  }
  return null;
};

const judge = (history: History, rule: Rule): Judgement => {
  try {
    const found = rule.judge(history);
    return rule.need === 'faultHook' && found.reason === 'notExercised'
      ? { ...found, reason: 'needsFault' }
      : found;
  } catch (error) {
    // A judge is total; that one was not is a fault of the suite, never of the service.
    return undecided('judgeFailed', error instanceof Error ? error.message : String(error));
  }
};

/** Judges every rule of the registry. */
export const judgeHistory = (
  history: History,
  rules: readonly Rule[] = registry,
): readonly Judged[] =>
  rules.map((rule) => {
    const judgement = excluded(history, rule) ?? judge(history, rule);
    const inScope = judgement.verdict !== 'notApplicable' && binding.has(rule.level);
    return { rule, judgement, inScope };
  });

/** The verdict of a run: any failure, else an undecided must-rule or an open contradiction; of nothing, undecided. */
export const verdictOfRun = (judged: readonly Judged[]): Verdict => {
  const counted = judged.filter(
    ({ rule, judgement, inScope }) =>
      inScope &&
      (rule.level === 'must' ||
        judgement.verdict !== 'undecided' ||
        judgement.reason === 'contradiction'),
  );
  const verdict = counted
    .map((one) => one.judgement.verdict)
    .reduce<Verdict>(join, 'notApplicable');
  return verdict === 'notApplicable' ? 'undecided' : verdict;
};

/** 0 pass, 1 a failure, 2 some must-rule undecided, 4 the suite itself failed and found no failure (3 is the caller's). */
export const exitCodeOf = (judged: readonly Judged[]): number => {
  const verdict = verdictOfRun(judged);
  if (verdict !== 'fail' && judged.some((one) => one.judgement.reason === 'judgeFailed')) return 4;
  return { pass: 0, fail: 1, undecided: 2, notApplicable: 2 }[verdict];
};
