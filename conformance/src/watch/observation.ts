import type { Exchange, History } from '../model/history.js';
import { at, listOf } from '../model/json.js';
import type { ReportedRule } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';
import { rulesNamed } from '../rules/registry.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import type { Circumstance, Place } from './state.js';

const circumstanceOf = ({ sent, answer, document }: Exchange): Circumstance => {
  if (answer?.status === 202 || sent.purpose === 'poll') return 'pending';
  return listOf(at(document, 'meta', 'errors')).length > 0 ? 'failed' : 'settled';
};

const placeOf = (exchange: Exchange): Place => {
  const { request, rotation } = exchange.sent;
  return {
    circumstance: circumstanceOf(exchange),
    endpoint: request.endpoint,
    probe: request.probe,
    ...(rotation === undefined ? {} : { rotation }),
  };
};

/** The answer in which a rule failed; `null` when there is none. */
export const placeIn = ({ exchanges }: History, { evidence }: ReportedRule): Place | null => {
  const exchange = exchanges.find(({ seq }) => seq === evidence[0]?.seq);
  return exchange === undefined ? null : placeOf(exchange);
};

/**
 * Whether a history has an answer like the one in which a rule failed. A settled answer is like another
 * to the same request; while something is pending, or failed, any of the same endpoint is.
 */
export const isObserved = (place: Place | null, { exchanges }: History): boolean =>
  place === null ||
  exchanges
    .map(placeOf)
    .some(
      (one) =>
        one.circumstance === place.circumstance &&
        one.endpoint === place.endpoint &&
        (one.circumstance !== 'settled' ||
          (one.probe === place.probe && one.rotation === place.rotation)),
    );

/** The part of a history that follows a request. */
export const after = (history: History, seq: number): History => ({
  ...history,
  exchanges: history.exchanges.filter((one) => one.seq > seq),
});

/** What a part of a history says of a rule. */
export const verdictIn = (history: History, rule: string): Verdict => {
  const [judged] = judgeHistory(
    history,
    rulesNamed(rule).filter(({ id }) => id === rule),
  );
  return judged?.judgement.verdict ?? 'undecided';
};
