import type { Exchange, History, RunRecord } from '../model/history.js';
import type { Endpoint, PlannedRequest } from '../model/request.js';
import {
  type Evidence,
  fail,
  type Judgement,
  notApplicable,
  pass,
  undecided,
} from '../model/verdict.js';
import {
  type Answer,
  allAnswers,
  isFromGateway,
  isServed,
  knownOf,
  retryAfterOf,
} from './evidence.js';

/** An hour, in milliseconds. */
export const hourMs = 3_600_000;
/** The allowance of section 8. */
export const requestsPerHour = 60;
/** Two fixed windows may share an hour: one accepted request more proves that neither kept to 60. */
export const acceptedMax = 2 * requestsPerHour;

/** A request that met these never reached a service. */
export const unsentProblems: ReadonlySet<string | undefined> = new Set(['unreachable', 'tls']);

const sentAt = (answer: Answer): number => Date.parse(answer.exchange.sent.at);

/** True for a request that spends the allowance of the main organization at an endpoint. */
export const spendsMain = (
  { run }: { readonly run: Pick<RunRecord, 'organizations'> },
  endpoint: Endpoint,
  request: PlannedRequest,
): boolean =>
  request.endpoint === endpoint &&
  request.target === 'main' &&
  request.key === 'main' &&
  request.path.includes(`/${run.organizations.main ?? ''}/`);

/** The requests that spent an allowance of the main organization. */
export const spending = (history: History, endpoint: Endpoint): readonly Answer[] =>
  allAnswers(history).filter(({ request }) => spendsMain(history, endpoint, request));

const answeredAt = (answer: Answer): number => Date.parse(answer.exchange.answer?.at ?? '');

const isBefore = (last: Answer, { seq, sent }: Exchange): boolean =>
  seq < last.seq && sentAt(last) - Date.parse(sent.at) < hourMs;

const withinHour = (answers: readonly Answer[], last: Answer): readonly Answer[] =>
  answers.filter(({ exchange }) => isBefore(last, exchange));

/** Requests of the hour before that got no answer: the service may have counted them. */
const unansweredBefore = (history: History, last: Answer): number =>
  history.exchanges.filter(
    (one) =>
      one.answer === null &&
      !unsentProblems.has(one.broken?.problem) &&
      isBefore(last, one) &&
      spendsMain(history, last.request.endpoint, one.sent.request),
  ).length;

const seen = (answer: Answer, text: string): readonly Evidence[] => [
  { seq: answer.seq, actual: text },
];

const notAsked = notApplicable('notRequested', 'The quota check was not requested.');

/** A sound request that was sent to use the allowance up, and got neither an answer nor a 429. */
const isOtherRefusal = (answer: Answer): boolean =>
  ['fill', 'quota'].includes(answer.exchange.sent.purpose) &&
  !isServed(answer) &&
  !isFromGateway(answer);

/** Retry-After comes in whole seconds, rounded up. */
const roundingMs = 1000;

/** When the window began that a 429 dates: an hour before the wait ends. `null` without whole seconds. */
const windowStart = (refused: Answer): number | null => {
  const seconds = retryAfterOf(refused);
  return seconds === null ? null : answeredAt(refused) + seconds * 1000 - hourMs;
};

/** A failure only of a fresh quota: else requests of other clients with the key may count. */
const failUnlessShared = ({ run }: History, says: string, evidence: readonly Evidence[]) =>
  run.freshQuota
    ? fail(says, evidence)
    : undecided('quota', `${says} Other requests with the same key may count.`, evidence);

const tooFew = (
  history: History,
  before: number,
  refused: Answer,
  evidence: readonly Evidence[],
): Judgement => {
  const unanswered = unansweredBefore(history, refused);
  const says = `Refused after ${before} answered requests; ${unanswered} more got no answer and may count.`;
  return before + unanswered >= requestsPerHour
    ? undecided('quota', says, evidence)
    : failUnlessShared(history, `Refused after ${before} requests, 60 are allowed.`, evidence);
};

/** More than 60 counted within the hour: too many, unless a fixed window began anew among them. */
const tooMany = (counted: readonly Answer[], refused: Answer, evidence: readonly Evidence[]) => {
  const [first] = counted;
  const start = windowStart(refused);
  const since = counted.filter((one) => start !== null && sentAt(one) > start);
  // The window of a service that dates it by the first request began before that was answered.
  const isBefore = start !== null && first !== undefined && start <= answeredAt(first) + roundingMs;
  const says = `${counted.length} requests counted before the 429, 60 are allowed`;
  return isBefore || since.length > requestsPerHour
    ? fail(`${says}, and its Retry-After dates the window before them.`, evidence)
    : undecided(
        'quota',
        `${says}; a fixed window that began anew among them would explain it. Run again in another hour: that hardly happens twice.`,
        evidence,
      );
};

/**
 * Requests that were refused for another reason, of the hour before a 429: which of them count is open, where of more
 * than 60 at most 60 were served. None where it takes no refused ones to tell how many counted.
 */
export const openRefusals = (answers: readonly Answer[], refused: Answer): readonly Answer[] => {
  const earlier = withinHour(answers, refused);
  const others = earlier.filter((answer) => !isServed(answer));
  const served = earlier.length - others.length;
  return earlier.length > requestsPerHour && served <= requestsPerHour ? others : [];
};

/**
 * More than 60 requests of which at most 60 were served. A refused one counts if it is answered 429 too once
 * the allowance is used up; services that count only what they serve may do so all the same.
 */
const judgeUnclear = (
  answers: readonly Answer[],
  refused: Answer,
  evidence: readonly Evidence[],
): Judgement => {
  const others = openRefusals(answers, refused);
  // What was sent once more after the 429, by the number of the first one.
  const repeats = new Map(answers.map((answer) => [knownOf(answer)['repeats'], answer.status]));
  const free = others.filter(({ seq }) => (repeats.get(seq) ?? 429) !== 429);
  const earlier = withinHour(answers, refused);
  const counted = earlier.filter((answer) => !free.includes(answer));
  const served = earlier.length - others.length;
  const says = `Refused after ${earlier.length} requests, of which ${served} were served`;
  if (counted.length === requestsPerHour || served === requestsPerHour) {
    return pass(`${says}; refused ones do not count.`, evidence);
  }
  return counted.length > requestsPerHour && others.every(({ seq }) => repeats.has(seq))
    ? tooMany(counted, refused, evidence)
    : undecided(
        'quota',
        `${says}: right only if some refused ones do not count. Run --only 8 --quota-check in another hour, which sends requests that are served.`,
        evidence,
      );
};

const judgeRefusal = (history: History, answers: readonly Answer[], refused: Answer): Judgement => {
  const { status } = refused;
  const earlier = withinHour(answers, refused);
  const before = earlier.length;
  const accepted = earlier.filter(isServed);
  const evidence = seen(refused, `${status} after ${before} requests within the hour`);
  if (before < requestsPerHour) return tooFew(history, before, refused, evidence);
  if (status !== 429) {
    return fail(`The request after ${before} was answered ${status}, expected 429.`, evidence);
  }
  if (accepted.length > requestsPerHour) return tooMany(accepted, refused, evidence);
  return before === requestsPerHour
    ? pass(`Refused after ${before} requests.`, evidence)
    : judgeUnclear(answers, refused, evidence);
};

/** More accepted requests within some hour than any two windows allow, refusals between them or not. */
const tooManyWithinHour = (answers: readonly Answer[]): Judgement | null => {
  const accepted = answers.filter(isServed);
  const last = accepted.find((answer, index) => {
    const first = accepted[index - acceptedMax];
    return first !== undefined && sentAt(answer) - sentAt(first) < hourMs;
  });
  return last === undefined
    ? null
    : fail(
        `More than ${acceptedMax} requests were accepted within one hour.`,
        seen(last, `the ${acceptedMax + 1}st accepted within the hour`),
      );
};

/** At least 60 requests an hour are served, and not more (8). */
export const judgeAllowance =
  (endpoint: Endpoint) =>
  (history: History): Judgement => {
    if (!history.run.quotaCheck) return notAsked;
    const answers = spending(history, endpoint);
    const crowded = tooManyWithinHour(answers);
    if (crowded !== null) return crowded;
    const refused = answers.find((answer) => answer.status === 429 || isOtherRefusal(answer));
    if (refused !== undefined) return judgeRefusal(history, answers, refused);
    const last = answers.at(-1);
    if (last === undefined) return undecided('notSent', 'Nothing was sent.');
    const accepted = [...withinHour(answers, last), last].filter(isServed);
    const evidence = seen(last, `${accepted.length} accepted within the hour`);
    return undecided('quota', `Only ${accepted.length} accepted requests were sent.`, evidence);
  };

/** The repeats of a 202 are among the 60 requests before the first 429. */
export const judgeRepeats = (history: History): Judgement => {
  if (!history.run.quotaCheck) return notAsked;
  const answers = spending(history, 'metrics');
  const refused = answers.find((answer) => answer.status === 429);
  if (refused === undefined) {
    return notApplicable('notExercised', 'The allowance was not used up.');
  }
  const before = withinHour(answers, refused);
  const others = before.filter((answer) => answer.exchange.sent.purpose !== 'poll');
  return others.length === before.length || others.filter(isServed).length > requestsPerHour
    ? notApplicable('notExercised', 'The allowance was used up without repeats.')
    : judgeRefusal(history, answers, refused);
};

/** The first 429 of an endpoint. */
const firstRefused = (history: History, endpoint: Endpoint): Answer | undefined =>
  spending(history, endpoint).find((answer) => answer.status === 429);

/** While one allowance is used up another is not: requests of `others` after the first 429. */
export const judgeApart = (
  history: History,
  endpoint: Endpoint,
  others: (answer: Answer) => boolean,
): Judgement => {
  if (!history.run.quotaCheck) return notAsked;
  const refused = firstRefused(history, endpoint);
  if (refused === undefined) {
    return undecided('prerequisite', `The allowance of the ${endpoint} endpoint was not used up.`);
  }
  const later = allAnswers(history).find(
    (answer) =>
      answer.seq > refused.seq && sentAt(answer) - sentAt(refused) < hourMs && others(answer),
  );
  if (later === undefined) return notApplicable('notExercised', 'No other request was sent after.');
  const evidence = [...seen(refused, '429'), ...seen(later, String(later.status))];
  return later.status === 429
    ? failUnlessShared(history, 'Another allowance is used up too.', evidence)
    : pass('Another allowance was not touched.', evidence);
};

/** The two endpoints, whichever is refused first: the other one's own 60 must not be what refuses. */
export const judgeEndpointsApart = (history: History): Judgement => {
  const refusedAt = (endpoint: Endpoint): number =>
    firstRefused(history, endpoint)?.seq ?? Number.POSITIVE_INFINITY;
  const isRosterFirst = refusedAt('roster') < refusedAt('metrics');
  const own = spending(history, isRosterFirst ? 'metrics' : 'roster').slice(0, requestsPerHour);
  return judgeApart(history, isRosterFirst ? 'roster' : 'metrics', (answer) =>
    own.includes(answer),
  );
};

/** After the wait that a 429 named, the next request is not refused. */
export const judgeReset = (history: History): Judgement => {
  if (!history.run.quotaCheck || !history.run.waitReset) {
    return notApplicable('notRequested', 'The reset was not waited for.');
  }
  const until = Date.parse(history.waits.find(({ why }) => why === 'reset')?.until ?? '');
  const after = spending(history, 'metrics').find((answer) => sentAt(answer) >= until);
  if (after === undefined) return notApplicable('notExercised', 'No request followed the wait.');
  const evidence = seen(after, String(after.status));
  return after.status === 429
    ? failUnlessShared(history, 'Still refused after the wait that Retry-After named.', evidence)
    : pass('Served again after the wait.', evidence);
};
