import { sentEntries } from '../judge/metrics/answer.js';
import type { Exchange, History } from '../model/history.js';
import { canonical } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import type { Rule } from '../model/rule.js';
import { probeOf } from '../probes/all-probes.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import { failureAlone, predictedEntries, reductionsOf } from './alone.js';
import { halves, smallerRequests, withEntries } from './candidates.js';

/** What cutting down needs of a run. */
export interface Cutting {
  /** The history so far. */
  readonly history: () => History;
  /** Requests that the allowance of a request has left. */
  readonly left: (request: PlannedRequest) => number;
  /** Sends a smaller request, which replaces the exchange of that number; gives its own number. */
  readonly send: (request: PlannedRequest, seq: number) => Promise<number | null>;
  /** The most further requests of the run, those of its earlier parts among them. */
  readonly most: number;
}

/** A rule that one wide request breaks. */
interface Wide {
  readonly rule: Rule;
  readonly exchange: Exchange;
}

/** The parameters of the roster are what its rules are about: there is nothing to cut. */
const isWide = ({ sent: { request, purpose } }: Exchange): boolean =>
  request.endpoint === 'metrics' &&
  probeOf(request.probe)?.kind === 'valid' &&
  purpose !== 'reduce' &&
  (sentEntries(request).length > 1 || smallerRequests(request).length > 0);

/** Each wide request that breaks a rule by its own answer, with the first such rule. */
const wideFailures = (history: History): readonly Wide[] => {
  const bySeq = new Map(history.exchanges.map((one) => [one.seq, one]));
  const found = judgeHistory(history)
    .filter(({ judgement }) => judgement.verdict === 'fail')
    .flatMap(({ rule, judgement }) => {
      const exchange = judgement.evidence
        .map(({ seq }) => bySeq.get(seq))
        .find(
          (one) => one !== undefined && isWide(one) && failureAlone(history, rule, one) !== null,
        );
      return exchange === undefined ? [] : [{ rule, exchange }];
    });
  return [...new Map(found.toReversed().map((wide) => [wide.exchange.seq, wide])).values()]
    .toReversed()
    .filter(({ exchange }) => reductionsOf(history, exchange.seq).length === 0);
};

/** What fails now and then is no smaller example: the smallest request has to fail each time. */
const repetitions = 2;

const sentFor = (cutting: Cutting): number =>
  cutting.history().exchanges.filter(({ sent }) => sent.purpose === 'reduce').length;

/** The search for one smaller request. */
const searchOf = (cutting: Cutting, { rule, exchange }: Wide) => {
  const left = (): number =>
    Math.min(cutting.most - sentFor(cutting), cutting.left(exchange.sent.request));
  return {
    canTry: (): boolean => left() > repetitions,
    canRepeat: (): boolean => left() > 0,
    /** Whether the answer breaks the rule. */
    fails: async (request: PlannedRequest): Promise<boolean> => {
      const seq = await cutting.send(request, exchange.seq);
      const now = cutting.history();
      const seen = now.exchanges.find((one) => one.seq === seq);
      return seen !== undefined && failureAlone(now, rule, seen) !== null;
    },
  };
};

type Search = ReturnType<typeof searchOf>;

/** The half of the entries that fails, again and again; where one half does not, the other must. */
const halved = async (search: Search, request: PlannedRequest): Promise<PlannedRequest> => {
  const [first, second] = halves(sentEntries(request));
  if (first === undefined || second === undefined || !search.canTry()) return request;
  const half = withEntries(request, first);
  const isFirst = await search.fails(half);
  return halved(search, isFirst ? half : withEntries(request, second));
};

/** Months and properties cut as long as it fails. */
const trimmed = async (
  search: Search,
  request: PlannedRequest,
  tried: ReadonlySet<string>,
): Promise<PlannedRequest> => {
  const next = smallerRequests(request).find((one) => !tried.has(canonical(one)));
  if (next === undefined || !search.canTry()) return request;
  const isSmaller = await search.fails(next);
  return trimmed(search, isSmaller ? next : request, new Set([...tried, canonical(next)]));
};

/** Cuts one request down; its last requests repeat the smallest that was found. */
const cutOne = async (cutting: Cutting, wide: Wide): Promise<void> => {
  const search = searchOf(cutting, wide);
  const { request } = wide.exchange.sent;
  const predicted = predictedEntries(cutting.history(), wide.rule, wide.exchange);
  const few = predicted === null ? request : withEntries(request, predicted);
  const isRight = predicted !== null && search.canTry() && (await search.fails(few));
  const entries = isRight ? few : await halved(search, request);
  const smallest = await trimmed(search, entries, new Set());
  for (let time = 0; smallest !== request && time < repetitions && search.canRepeat(); time += 1) {
    await search.fails(smallest);
  }
};

/**
 * Cuts failing wide requests down, one after another, to requests that ask for as little as possible
 * and still break the rule.
 */
export const cutDown = async (cutting: Cutting): Promise<void> => {
  if (cutting.most <= repetitions) return;
  for (const wide of wideFailures(cutting.history())) await cutOne(cutting, wide);
};
