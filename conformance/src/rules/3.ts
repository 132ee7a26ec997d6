import { judgeRepeats } from '../judge/allowance.js';
import { type Check, equals, everyAnswer, mismatch } from '../judge/check.js';
import { type Answer, evidenceIn, retryAfterOf } from '../judge/evidence.js';
import { askedFor, listed, metricsAnswers, readable, returned } from '../judge/metrics/answer.js';
import { isReady, rosterAnswers } from '../judge/roster/answer.js';
import type { History } from '../model/history.js';
import { at, canonical, listOf } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { fail, notApplicable, pass, undecided } from '../model/verdict.js';
import { roster } from '../probes/roster-probes.js';
import { waitAgrees } from './2.7.js';
import { inMetrics, metrics } from './broken.js';
import { isFrozen } from './law-rules.js';
import { beyond, inferred, must } from './rule.js';

const repeats = (history: History): readonly Answer[] =>
  evidenceIn(history).filter((answer) => answer.exchange.sent.purpose === 'poll');

/** What a repeat of a 202 may be: pending again, ready, partial or failed; never an error. */
const movesOn: Check = (answer) => {
  if (answer.status !== 200 && answer.status !== 202) {
    return `a repeat of a 202 is answered ${answer.status}`;
  }
  const right = answer.request.endpoint === 'metrics' ? ['ready', 'partial'] : ['ready', 'failed'];
  const status = at(answer.document, 'meta', 'status');
  return answer.status === 202 || right.includes(String(status))
    ? null
    : mismatch(right.join(' or '), '/meta/status', status);
};

const isComplete: Check = (answer) => {
  const got = new Set(returned(answer).map((one) => one.key));
  const lost = askedFor(answer.request).find((one) => !got.has(one.key));
  return lost === undefined ? null : `ready, and ${readable(lost.key)} is not in data`;
};

const readyAnswers = (history: History): readonly Answer[] =>
  metricsAnswers(history).filter((answer) => at(answer.document, 'meta', 'status') === 'ready');

/** Between two answers to the same request that are further apart figures may be computed anew. */
const soonMs = 60_000;

const sentAt = ({ exchange }: Answer): number => Date.parse(exchange.sent.at);
const answeredAt = ({ exchange }: Answer): number => Date.parse(exchange.answer?.at ?? '');

/** Answers to the same request of which one soon followed the other. */
const repeated = (answers: readonly Answer[]): readonly (readonly [Answer, Answer])[] => {
  const last = new Map<string, Answer>();
  return answers.flatMap((answer) => {
    const request = canonical({ ...answer.request, probe: '' });
    const before = last.get(request);
    last.set(request, answer);
    const waitMs = before === undefined ? 0 : (retryAfterOf(before) ?? 0) * 1000;
    return before !== undefined && sentAt(answer) - answeredAt(before) <= waitMs + soonMs
      ? [[before, answer] as const]
      : [];
  });
};

/** What was ready in the first of two answers and is pending in the second. */
const pendingAgain = (before: Answer, answer: Answer): string | undefined => {
  if (answer.request.endpoint === 'roster') {
    return isReady(before) && answer.status === 202 ? 'users' : undefined;
  }
  const ready = new Set(returned(before).map(({ key }) => key));
  return listed(answer, 'pending').find(({ key }) => ready.has(key))?.key;
};

const readyStays: Judge = (history) => {
  const pairs = [metricsAnswers(history), rosterAnswers(history)].flatMap(repeated);
  if (pairs.length === 0) return notApplicable('notExercised', 'Nothing was asked twice.');
  const lost = pairs.flatMap(([before, answer]) => {
    const key = pendingAgain(before, answer);
    return key === undefined ? [] : [{ key, before, answer }];
  });
  const [first] = lost;
  if (first === undefined) return pass(`What was ready stayed so in ${pairs.length} repeats.`);
  const message = `${first.key} was ready and is pending when ${first.answer.probe} is repeated.`;
  const evidence = [first.before, first.answer].map(({ seq }) => ({ seq, actual: message }));
  // What changed since has to be computed anew.
  return isFrozen(history) ? fail(message, evidence) : undecided('drift', message, evidence);
};

/** Section 3: states and transitions. */
export const section3: readonly Rule[] = [
  must('3-T1', 'While a figure is being computed, a repeat gets 202 with both hints again.', {
    expected: 'Retry-After and an equal meta.retryAfter on every repeated 202',
    judge: everyAnswer(
      (history) => repeats(history).filter((answer) => answer.status === 202),
      waitAgrees,
      'No repeat was answered 202.',
    ),
  }),
  must(
    '3-T2',
    'Pending moves to pending, ready or partial (failed for the roster), and to nothing else.',
    {
      expected: '200 or 202 on every repeat of a 202',
      judge: everyAnswer(repeats, movesOn, 'No 202 was seen.'),
    },
  ),
  must('3-T3', 'Ready: nothing is pending and every metric is in data.', {
    judge: everyAnswer(readyAnswers, isComplete, 'No answer was ready.'),
    broken: { 'ready without all': inMetrics(metrics, (all) => listOf(all).slice(1)) },
  }),
  inferred('3-T4', 'What is ready stays ready when the request is repeated.', {
    asks: [roster.byName, roster.again],
    expected:
      'nothing that was in data is pending in the next answer, if that follows within a minute of its wait',
    judge: readyStays,
  }),
  must('3-R1', 'Each repeat spends one request of the allowance.', {
    need: 'quotaCheck',
    expected: '429 after 60 requests, repeats among them',
    judge: judgeRepeats,
  }),
  must('3-R2', 'On a roster 202 the data is an empty list.', {
    judge: everyAnswer(
      (history) => rosterAnswers(history).filter((answer) => answer.status === 202),
      ({ document }) => equals('[]', '/data', canonical(at(document, 'data'))),
      'No roster 202 was seen.',
    ),
  }),
  beyond('3-R3', 'Clients check meta.status before they read data.', {
    judge: () => notApplicable('notObservable', 'It is about clients.'),
  }),
];
