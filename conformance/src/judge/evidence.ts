import { groupBy } from '../model/group-by.js';
import type { Exchange, History, LeftOutRecord, SentRecord } from '../model/history.js';
import { readOnce } from '../model/read-once.js';
import { type Endpoint, type Header, mediaType, type PlannedRequest } from '../model/request.js';
import { type Judgement, notApplicable, undecided } from '../model/verdict.js';
import { probeOf } from '../probes/all-probes.js';

/** An answer as judges read it. */
export interface Answer {
  readonly seq: number;
  readonly probe: string;
  readonly status: number;
  /** Header values by lower-case name; of several, the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly request: PlannedRequest;
  readonly document: unknown;
  readonly exchange: Exchange;
}

/** What came back first: no status without an answer. */
type Came = Pick<Answer, 'headers'> & { readonly status: number | null };

/** What was known when the request was made, and what facts say of its answer. */
export const knownOf = ({ exchange }: Answer): Readonly<Record<string, unknown>> => ({
  ...exchange.sent.knows,
  ...exchange.answer?.knows,
});

/** An answer to a sound question. */
export const isServed = ({ status }: { readonly status: number | null }): boolean =>
  status === 200 || status === 202;

/** Header values by lower-case name; of several, the last. */
export const byLowerName = (headers: readonly Header[]): ReadonlyMap<string, string> =>
  new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));

/** 520 to 530 are a proxy's own, for a service that it did not reach. */
const isOfProxy = (status: number): boolean =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

const answerOf = readOnce((exchange: Exchange): Answer | null =>
  exchange.answer === null
    ? null
    : {
        seq: exchange.seq,
        probe: exchange.sent.request.probe,
        status: exchange.answer.status,
        headers: byLowerName(exchange.answer.headers),
        request: exchange.sent.request,
        document: exchange.document,
        exchange,
      },
);

/**
 * An answer of something before the service, or of a service that says when it is there again: it says
 * nothing about the service (decided so).
 */
export const isFromGateway = ({ status, headers }: Came): boolean =>
  (isOfProxy(Number(status)) && !(headers.get('content-type') ?? '').startsWith(mediaType)) ||
  (status === 503 && headers.has('retry-after'));

/** Whole seconds in a Retry-After header, or `null` for a date or anything else. */
export const retryAfterOf = ({ headers }: Pick<Answer, 'headers'>): number | null => {
  const value = headers.get('retry-after')?.trim() ?? '';
  return /^\d+$/.test(value) ? Number(value) : null;
};

/** Every answer, also those that are no evidence. */
export const allAnswers = readOnce((history: History): readonly Answer[] =>
  history.exchanges.map(answerOf).filter((answer) => answer !== null),
);

const refusing: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 404]);

/** Without JSON, these are answers of another web server: not a success, nor a failure of this one. */
const isForeign = (status: number): boolean => status === 501 || (status >= 400 && status < 500);

/** A run that ended at its first requests shows a wrong address, key or organization, and no rule. */
const isFromPreflight = (
  { end }: History,
  { status, document }: Pick<Answer, 'status' | 'document'>,
): boolean =>
  end?.why === 'smoke' && (refusing.has(status) || (document === undefined && isForeign(status)));

/**
 * The answers that are evidence: not refused for the allowance, nor those of a run that ended at its
 * first requests, nor a gateway's.
 */
export const evidenceIn = readOnce((history: History): readonly Answer[] =>
  allAnswers(history).filter(
    (answer) =>
      answer.status !== 429 && !isFromGateway(answer) && !isFromPreflight(history, answer),
  ),
);

/** Every 200 and 202 of an endpoint; what is answered at open points shows nothing. */
export const servedAt = (endpoint: Endpoint) =>
  readOnce((history: History): readonly Answer[] =>
    evidenceIn(history).filter(
      ({ status, request, probe }) =>
        request.endpoint === endpoint && isServed({ status }) && probeOf(probe)?.kind !== 'open',
    ),
  );

/** Purposes of requests that are no part of the plan. */
const besidePlan: ReadonlySet<string> = new Set(['quota', 'confirm']);

const answersByProbe = readOnce((history: History) =>
  groupBy(
    evidenceIn(history).filter(({ exchange }) => !besidePlan.has(exchange.sent.purpose)),
    ({ probe }) => probe,
  ),
);

/** The answers of a probe that are evidence, in order. */
export const answersTo = (history: History, probe: string): readonly Answer[] =>
  answersByProbe(history).get(probe) ?? [];

/** The final answer of a probe, or why there is none. */
export type Observation =
  | { readonly answer: Answer; readonly why: null }
  | { readonly answer: null; readonly why: Judgement };

const absent = (why: Judgement): Observation => ({ answer: null, why });

const leftOutAs: Readonly<Record<LeftOutRecord['why'], (message: string) => Judgement>> = {
  notSelected: (message) => notApplicable('notSelected', message),
  needsConfig: (message) => notApplicable('needsConfig', message),
  prerequisite: (message) => notApplicable('notExercised', message),
  budget: (message) => undecided('quota', message),
  pending: (message) => undecided('pending', message),
  monthChange: (message) => undecided('monthChange', message),
  stopped: (message) => undecided('notSent', message),
};

const notSent = (probe: string): string => `A request was not sent (${probeOf(probe)?.says ?? ''})`;

const leftOutWhy = ({ end }: History, { probe, why, detail }: LeftOutRecord): Judgement => {
  const message = `${notSent(probe)}: ${detail}`;
  return why === 'stopped' && end?.why === 'smoke'
    ? undecided('prerequisite', message)
    : leftOutAs[why](message);
};

const brokenWhy = (history: History, last: Exchange): Judgement => {
  const evidence = [{ seq: last.seq, actual: last.broken?.detail ?? String(last.answer?.status) }];
  if (last.answer?.status === 429) {
    return undecided('quota', `Request ${last.seq} was answered 429: no observation.`, evidence);
  }
  if (
    last.answer !== null &&
    isFromPreflight(history, { ...last.answer, document: last.document })
  ) {
    const message = `Request ${last.seq} was answered ${last.answer.status}: ${history.end?.detail ?? ''}.`;
    return undecided('prerequisite', message, evidence);
  }
  return undecided('transport', `Request ${last.seq} got no answer of the service.`, evidence);
};

const sentByProbe = readOnce((history: History) =>
  groupBy(history.exchanges, ({ sent }) => sent.request.probe),
);
const leftOutByProbe = readOnce((history: History) =>
  groupBy(history.leftOut, ({ probe }) => probe),
);

type Rotated = Pick<SentRecord, 'rotation'>;

/** What became of one variant of a probe: the last answer that is evidence, unless that is still a 202. */
const observationOf = (
  history: History,
  probe: string,
  rotation: number | undefined,
): Observation => {
  const isOf = (one: Rotated): boolean => one.rotation === undefined || one.rotation === rotation;
  const reasons = leftOutByProbe(history).get(probe)?.filter(isOf) ?? [];
  // What there is nothing to ask for is known, though a later part of the run may not have got that far.
  const left = reasons.findLast(({ why }) => why === 'prerequisite') ?? reasons.at(-1);
  const answer = answersTo(history, probe).findLast(({ exchange }) => isOf(exchange.sent));
  if (answer !== undefined) {
    if (answer.status !== 202) return { answer, why: null };
    // Since it was answered, another variant of the probe has become equal to it.
    if (left?.why === 'prerequisite' && left.at > (answer.exchange.answer?.at ?? '')) {
      return absent(leftOutWhy(history, left));
    }
    const evidence = [{ seq: answer.seq, actual: '202' }];
    return absent(undecided('pending', `Request ${answer.seq} is still being computed.`, evidence));
  }
  const last = sentByProbe(history)
    .get(probe)
    ?.findLast(({ sent }) => isOf(sent));
  if (last !== undefined) return absent(brokenWhy(history, last));
  if (left !== undefined) return absent(leftOutWhy(history, left));
  return absent(undecided('notSent', `${notSent(probe)}.`));
};

/** What became of a probe: one observation for each variant of it that the run took. */
export const observationsOf = (history: History, probe: string): readonly Observation[] => {
  const records: readonly Rotated[] = [
    ...(sentByProbe(history).get(probe) ?? []).map(({ sent }) => sent),
    ...(leftOutByProbe(history).get(probe) ?? []),
  ];
  const rotations = new Set(records.map(({ rotation }) => rotation));
  if (rotations.size > 1) rotations.delete(undefined);
  return [...(rotations.size === 0 ? [undefined] : rotations)].map((rotation) =>
    observationOf(history, probe, rotation),
  );
};
