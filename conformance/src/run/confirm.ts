import { isRedactedPath } from '../history/redact.js';
import type { History } from '../model/history.js';
import { isObject, listOf, parseJson } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { confirmationOf, stepsOf } from '../reasoning/confirmed.js';
import { openContradictions } from '../rules/law-rules.js';
import { type Asking, askBeside, leftFor } from './asking.js';

/** Contradictions of more answers take more of the allowance than there is. */
const sourcesMost = 4;

/** A list that begins `n` later, and goes on from its start. */
const rotated = <A>(list: readonly A[], n: number): readonly A[] => {
  const start = n % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
};

/**
 * The same question in other words: a cache of whole answers has not seen it. `n` is another one for each request
 * of a run, so that no two confirmations of one source are alike.
 */
const respelled = (request: PlannedRequest, n: number): PlannedRequest => {
  if (request.body !== null) {
    const body = parseJson(request.body);
    if (!isObject(body)) return request;
    const metrics = rotated(listOf(body['metrics']), n);
    const fields = rotated(Object.entries({ ...body, metrics }), n);
    return { ...request, body: JSON.stringify(Object.fromEntries(fields)) };
  }
  const [path = '', query = ''] = request.path.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const names = new Set(pairs.map((pair) => pair.split('=')[0]));
  const defaults = ['order=asc', 'page=1', 'sort=name', 'perPage=25'].filter(
    (pair) => !names.has(pair.split('=')[0]),
  );
  return { ...request, path: `${path}?${rotated([...pairs, ...defaults], n).join('&')}` };
};

/** The most spellings that are tried. */
const spellingsMost = 24;

/** A spelling that this run has not sent yet, where there is one. */
const newlySpelled = ({ session: { sent } }: Asking, request: PlannedRequest): PlannedRequest => {
  const textOf = ({ path, body }: PlannedRequest): string => `${path} ${String(body)}`;
  const known = new Set([...sent.values()].map(textOf));
  const spellings = Array.from({ length: spellingsMost }, (_, n) =>
    respelled(request, sent.size + n),
  );
  return spellings.find((one) => !known.has(textOf(one))) ?? respelled(request, sent.size);
};

const requestOf = ({ session }: Asking, history: History, seq: number): PlannedRequest | null => {
  const kept = history.exchanges.find((one) => one.seq === seq)?.sent.request;
  const request = session.sent.get(seq) ?? kept ?? null;
  return request === null || isRedactedPath(request.path) ? null : request;
};

const hasRoom = (asking: Asking, requests: readonly PlannedRequest[]): boolean =>
  requests.every((request) => {
    const same = requests.filter(({ endpoint }) => endpoint === request.endpoint);
    return leftFor(asking, request) >= same.length;
  });

/** Asks a round again; whether every request of it could be sent. */
const askRound = async (
  asking: Asking,
  sources: readonly number[],
  round: number,
): Promise<boolean> => {
  const history = asking.history();
  const steps = stepsOf(sources).flatMap(([of, part]) => {
    const request = requestOf(asking, history, of);
    return request === null ? [] : [{ request, confirms: { sources, round, part, of } }];
  });
  const requests = steps.map(({ request }) => request);
  if (steps.length < stepsOf(sources).length || !hasRoom(asking, requests)) return false;
  for (const { request, confirms } of steps) {
    const spelled = newlySpelled(asking, request);
    if ((await askBeside(asking, { request: spelled, knows: { confirms } })) === null) return false;
  }
  return true;
};

/**
 * Asks again what contradicts other answers, while the allowance lasts: the other sources, the last one, the
 * others once more. Of contradictions in one law one is enough.
 */
export const confirmContradictions = async (asking: Asking): Promise<void> => {
  const { history } = asking;
  const tried = new Set<string>();
  const settled = new Set<string>();
  // Which contradictions there are does not change while they are asked again.
  for (const one of openContradictions(history())) {
    const { law, seqs } = one;
    const isNext = !settled.has(law) && seqs.length <= sourcesMost && !tried.has(seqs.join());
    if (!isNext || asking.session.ending !== null) continue;
    if (confirmationOf(history(), one).kind === 'notAsked') {
      tried.add(seqs.join());
      if (!(await askRound(asking, seqs, 1))) continue;
      const found = confirmationOf(history(), one);
      if (found.kind === 'moved' && found.isOpen) await askRound(asking, seqs, 2);
    }
    if (confirmationOf(history(), one).kind === 'confirmed') settled.add(law);
  }
};
