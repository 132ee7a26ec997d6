import type { History } from '../model/history.js';
import { shown } from '../model/json.js';
import type { Judge, JudgeOf } from '../model/rule.js';
import {
  fail,
  heaviest,
  type Judgement,
  notApplicable,
  pass,
  undecided,
} from '../model/verdict.js';
import { brokenAcross } from './across.js';
import { type Answer, sightOf } from './sight.js';

/** What looking at one answer finds. */
export type Finding =
  | { readonly kind: 'holds' }
  /** The condition of the rule does not occur in this answer. */
  | { readonly kind: 'silent'; readonly why: string }
  /** The answer is not of the kind that the rule speaks of. */
  | { readonly kind: 'unusable'; readonly why: string }
  /** It breaks the rule unless the data changed between two answers. */
  | { readonly kind: 'doubtful'; readonly actual: string }
  | { readonly kind: 'breach'; readonly actual: string };

export const holds: Finding = { kind: 'holds' };
export const silent = (why: string): Finding => ({ kind: 'silent', why });
export const unusable = (why: string): Finding => ({ kind: 'unusable', why });
export const doubtful = (actual: string): Finding => ({ kind: 'doubtful', actual });
export const breach = (actual: string): Finding => ({ kind: 'breach', actual });

/** A breach unless a condition is met. */
export const holdsIf = (condition: boolean, actual: () => string): Finding =>
  condition ? holds : breach(actual());

/** The first breach of many findings, else what weighs most among the rest. */
export const allOf = (findings: readonly Finding[]): Finding => {
  const order: readonly Finding['kind'][] = ['breach', 'doubtful', 'unusable', 'holds', 'silent'];
  for (const kind of order) {
    const found = findings.find((finding) => finding.kind === kind);
    if (found !== undefined) return found;
  }
  return silent('there was nothing to look at');
};

const judgementOf = (history: History, answer: Answer, finding: Finding): Judgement => {
  const evidence = (actual: string) => [{ seq: answer.seq, actual }];
  switch (finding.kind) {
    case 'holds':
      return pass(`${answer.probe} holds.`, evidence(String(answer.status)));
    case 'silent':
      return notApplicable('notExercised', `${answer.probe}: ${finding.why}`);
    case 'unusable':
      return undecided('prerequisite', `${answer.probe}: ${finding.why}`, evidence(finding.why));
    case 'doubtful':
      return brokenAcross(history, `${answer.probe}: ${finding.actual}.`, evidence(finding.actual));
    case 'breach':
      return fail(`${answer.probe}: ${finding.actual}`, evidence(finding.actual));
  }
};

/** Looks at one answer. */
export type Look = (answer: Answer, history: History) => Finding;

/** A rule that each of its probes decides by its final answer; all of them must hold. */
export const eachOf =
  (probes: readonly string[], look: Look): Judge =>
  (history) => {
    const judgements = probes.map((probe) => {
      const sight = sightOf(history, probe);
      return sight.seen
        ? judgementOf(history, sight.answer, look(sight.answer, history))
        : sight.why;
    });
    const found = heaviest(judgements);
    if (found.verdict !== 'pass') return found;
    const seen = judgements.filter((one) => one.verdict === 'pass').length;
    return { ...found, message: `Holds in ${seen} of ${seen} answers.` };
  };

/** A rule that looks at every telling answer that qualifies, polls among them. */
export const everyAnswer =
  (select: (history: History) => readonly Answer[], look: Look, never: string): Judge =>
  (history) => {
    const findings = select(history).map((answer) =>
      judgementOf(history, answer, look(answer, history)),
    );
    if (findings.length === 0) return notApplicable('notExercised', never);
    return heaviest(findings);
  };

/** Looks at the answer to each probe of a rule; all of them must hold. */
export const each = (look: Look): JudgeOf => ({ of: (probes) => eachOf(probes, look) });

/** A rule that one probe decides by being refused with a status. */
export const refusedWith = (probe: string, status: number): Judge =>
  eachOf([probe], (answer) =>
    holdsIf(answer.status === status, () => `answered ${answer.status}, expected ${status}`),
  );

/** A rule that probes decide by being served. */
export const served = (probes: readonly string[]): Judge =>
  eachOf(probes, (answer) =>
    holdsIf(answer.status === 200, () => `answered ${answer.status}, expected 200`),
  );

/** A look that first makes sure that the answer was served. */
export const whenServed =
  (look: Look): Look =>
  (answer, history) =>
    answer.status === 200 ? look(answer, history) : unusable(`answered ${answer.status}`);

/** A breach that shows a value and what was expected of it. */
export const notAs = (expected: string, pointer: string, actual: unknown): Finding =>
  breach(`${pointer} is ${shown(actual)}, expected ${expected}`);
