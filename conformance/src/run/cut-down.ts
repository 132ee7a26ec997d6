import { sentEntries } from '../judge/metrics/answer.js';
import type { Exchange, History } from '../model/history.js';
import type { PlannedRequest } from '../model/request.js';
import { probeOf } from '../probes/all-probes.js';
import {
  failureAlone,
  predicted,
  reductionsOf,
  repetitions,
  smallerRequests,
  type Wide,
  withEntries,
  withFewerMonths,
} from '../smallest.js';
import { judgeHistory } from '../verdicts/judge-history.js';
import { type Asking, askBeside, leftFor } from './asking.js';

/** The parameters of the roster are what its rules are about: there is nothing to cut. */
const isWide = ({ sent: { request, purpose } }: Exchange): boolean =>
  request.endpoint === 'metrics' &&
  probeOf(request.probe)?.kind === 'valid' &&
  purpose !== 'reduce' &&
  smallerRequests(request).length > 0;

/** Each wide request that breaks a rule by its own answer, with the first such rule. */
const wideFailures = (history: History): readonly Wide[] => {
  const wide = new Map<number, Wide>();
  for (const { rule, judgement } of judgeHistory(history)) {
    if (judgement.verdict !== 'fail') continue;
    const seqs = new Set(judgement.evidence.map(({ seq }) => seq));
    const exchange = history.exchanges.find(
      (one) => seqs.has(one.seq) && isWide(one) && failureAlone(history, rule, one) !== null,
    );
    if (exchange !== undefined && !wide.has(exchange.seq))
      wide.set(exchange.seq, { rule, exchange });
  }
  return [...wide.values()].filter(
    ({ exchange }) => reductionsOf(history, exchange.seq).length === 0,
  );
};

/** Cuts one request down as long as it fails; the last requests repeat the smallest that was found. */
const cutOne = async (asking: Asking, wide: Wide): Promise<void> => {
  const { rule, exchange } = wide;
  const whole = exchange.sent.request;
  const left = (): number => {
    const sent = asking.history().exchanges.filter((one) => one.sent.purpose === 'reduce').length;
    return Math.min(asking.configuration.reduceMax - sent, leftFor(asking, whole));
  };
  const fails = async (request: PlannedRequest): Promise<boolean> => {
    const seq = await askBeside(asking, request, 'reduce', { reduces: exchange.seq });
    const history = asking.history();
    const seen = history.exchanges.find((one) => one.seq === seq);
    return seen !== undefined && failureAlone(history, rule, seen) !== null;
  };
  const canTry = (): boolean => left() > repetitions;
  const few = predicted(asking.history(), wide);
  const isRight = few !== whole && canTry() && (await fails(few));
  let smallest = isRight ? few : whole;
  while (!isRight && canTry()) {
    const entries = sentEntries(smallest);
    const middle = Math.ceil(entries.length / 2);
    if (entries.length < 2) break;
    const half = withEntries(smallest, entries.slice(0, middle));
    // Where one half does not fail, the other must: the repetitions show whether it does.
    smallest = (await fails(half)) ? half : withEntries(smallest, entries.slice(middle));
  }
  for (const fewer of withFewerMonths(smallest)) {
    if (!canTry()) break;
    if (!(await fails(fewer))) continue;
    smallest = fewer;
    break;
  }
  for (let time = 0; smallest !== whole && time < repetitions && left() > 0; time += 1) {
    await fails(smallest);
  }
};

/** Cuts failing wide requests down to requests that ask for as little as possible and break the rule. */
export const cutDown = async (asking: Asking): Promise<void> => {
  if (asking.configuration.reduceMax <= repetitions) return;
  for (const wide of wideFailures(asking.history())) await cutOne(asking, wide);
};
