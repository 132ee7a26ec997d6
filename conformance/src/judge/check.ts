import type { History } from '../model/history.js';
import { shown } from '../model/json.js';
import type { Judge } from '../model/rule.js';
import {
  fail,
  heaviest,
  type Judgement,
  notApplicable,
  pass,
  undecided,
} from '../model/verdict.js';
import type { Probe } from '../probes/probe.js';
import { type Answer, observationsOf } from './evidence.js';

/** What a check finds in one answer, the heaviest first. */
const kinds = ['fails', 'prerequisite', 'holds', 'notExercised'] as const;

/** What a check finds in one answer, and what it saw there. */
export interface CheckResult {
  readonly kind: (typeof kinds)[number];
  readonly actual: string;
}

/** What is wrong with an answer, `null` where nothing is; or why that cannot be said. */
export type Found = CheckResult | string | null;

/** Checks one answer against a rule. */
export type Check = (answer: Answer, history: History) => Found;

const resultOf = (found: Found): CheckResult => {
  if (found === null) return { kind: 'holds', actual: '' };
  return typeof found === 'string' ? { kind: 'fails', actual: found } : found;
};

/** The condition of the rule does not occur in this answer. */
export const notExercised = (actual: string): CheckResult => ({ kind: 'notExercised', actual });
/** The answer is not of the kind that the rule is about; another rule says so. */
export const prerequisiteFails = (actual: string): CheckResult => ({
  kind: 'prerequisite',
  actual,
});
/** Fails with a value and what was expected of it. */
export const mismatch = (expected: string, pointer: string, actual: unknown): string =>
  `${pointer} is ${shown(actual)}, expected ${expected}`;

/** The heaviest of several results, the first of equals. */
export const allOf = (found: readonly Found[]): CheckResult => {
  const results = found.map(resultOf);
  return (
    kinds
      .map((kind) => results.find((result) => result.kind === kind))
      .find((result) => result !== undefined) ?? notExercised('there was nothing to look at')
  );
};

const judgementOf = (answer: Answer, found: Found): Judgement => {
  const { kind, actual } = resultOf(found);
  const evidence = [{ seq: answer.seq, actual: kind === 'holds' ? String(answer.status) : actual }];
  switch (kind) {
    case 'holds':
      return pass('It holds.', evidence);
    case 'notExercised':
      return notApplicable('notExercised', actual);
    case 'prerequisite':
      return undecided('prerequisite', actual, evidence);
    case 'fails':
      return fail(actual, evidence);
  }
};

/** A judge that checks the final answer to each request; all of them must hold. */
export const eachOf =
  (asks: readonly Probe[], check: Check): Judge =>
  (history) => {
    const judgements = asks
      .flatMap(({ id }) => observationsOf(history, id))
      .map(({ answer, why }) =>
        answer === null ? why : judgementOf(answer, check(answer, history)),
      );
    const found = heaviest(judgements);
    if (found.verdict !== 'pass') return found;
    const held = judgements.filter((one) => one.verdict === 'pass').length;
    return { ...found, message: `Holds in ${held} of ${held} answers.` };
  };

/** A judge that checks every selected answer, polls among them. */
export const everyAnswer =
  (select: (history: History) => readonly Answer[], check: Check, never: string): Judge =>
  (history) => {
    const judgements = select(history).map((answer) => judgementOf(answer, check(answer, history)));
    return judgements.length === 0 ? notApplicable('notExercised', never) : heaviest(judgements);
  };

/** Several judges together: the heaviest counts. */
export const all =
  (...judges: readonly Judge[]): Judge =>
  (history) =>
    heaviest(judges.map((judge) => judge(history)));

/** Several checks of one answer together: the heaviest counts. */
export const both =
  (...checks: readonly Check[]): Check =>
  (answer, history) =>
    allOf(checks.map((check) => check(answer, history)));

/** Holds if a value is the right one; else says where it is. */
export const equals = (right: string | number | boolean, pointer: string, value: unknown) =>
  value === right ? null : mismatch(String(right), pointer, value);

/** Checks that an answer has a status. */
export const hasStatus =
  (status: number): Check =>
  (answer) =>
    answer.status === status ? null : `answered ${answer.status}, expected ${status}`;

/** Checks only an answer that was served. */
export const whenServed =
  (check: Check): Check =>
  (answer, history) =>
    answer.status === 200 ? check(answer, history) : prerequisiteFails(`answered ${answer.status}`);

/** Checks an answer that must be served. */
export const servedWith =
  (check: Check): Check =>
  (answer, history) =>
    answer.status === 200 ? check(answer, history) : mismatch('200', 'the status', answer.status);
