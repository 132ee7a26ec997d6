import { isRedactedPath } from '../history/redact.js';
import { isObject, listOf, parseJson } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { confirmationOf, stepsOf } from '../reasoning/confirmed.js';
import { openContradictions } from '../rules/law-rules.js';
import { askBeside } from './ask.js';
import type { Run } from './run.js';
import { leftFor } from './send.js';

/** Contradictions of more answers take more of the allowance than there is. */
const sourcesMost = 4;

/** The `n`-th order of a list. */
const reordered = <A>(list: readonly A[], n: number): readonly A[] => {
  const left = [...list];
  let rest = n;
  return list.map(() => {
    const at = rest % left.length;
    rest = Math.floor(rest / left.length);
    return left.splice(at, 1)[0] as A;
  });
};

/**
 * The same question in other words: a cache of whole answers has not seen it. `n` is another one for each request
 * of a run, so that no two confirmations of one source are alike.
 */
const respelled = (request: PlannedRequest, n: number): PlannedRequest => {
  if (request.body !== null) {
    const body = parseJson(request.body);
    if (!isObject(body)) return request;
    const metrics = reordered(listOf(body['metrics']), n);
    const fields = reordered(Object.entries({ ...body, metrics }), n);
    return { ...request, body: JSON.stringify(Object.fromEntries(fields)) };
  }
  const [path = '', query = ''] = request.path.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const names = new Set(pairs.map((pair) => pair.split('=')[0]));
  const defaults = ['order=asc', 'page=1', 'sort=name', 'perPage=25'].filter(
    (pair) => !names.has(pair.split('=')[0]),
  );
  return { ...request, path: `${path}?${reordered([...pairs, ...defaults], n).join('&')}` };
};

/** The most spellings that are tried. */
const spellingsMost = 24;

/** A spelling that this run has not sent yet, where there is one. */
const newlySpelled = ({ sent }: Run, request: PlannedRequest): PlannedRequest => {
  const textOf = ({ path, body }: PlannedRequest): string => `${path} ${String(body)}`;
  const before = new Set([...sent.values()].map(textOf));
  const spellings = Array.from({ length: spellingsMost }, (_, n) =>
    respelled(request, sent.size + n),
  );
  return spellings.find((one) => !before.has(textOf(one))) ?? respelled(request, sent.size);
};

/** A request of this run, or of an earlier part of it. */
const requestOf = ({ history, sent }: Run, seq: number): PlannedRequest | null => {
  const request =
    sent.get(seq) ?? history().exchanges.find((one) => one.seq === seq)?.sent.request ?? null;
  return request === null || isRedactedPath(request.path) ? null : request;
};

/** Asks a round again; whether every request of it could be sent. */
const askRound = async (run: Run, sources: readonly number[], round: number): Promise<boolean> => {
  const steps = stepsOf(sources).flatMap(([of, part]) => {
    const request = requestOf(run, of);
    return request === null ? [] : [{ request, confirms: { sources, round, part, of } }];
  });
  const hasRoom = steps.every(({ request }) => {
    const same = steps.filter((step) => step.request.endpoint === request.endpoint);
    return leftFor(run, request) >= same.length;
  });
  if (steps.length < stepsOf(sources).length || !hasRoom) return false;
  for (const { request, confirms } of steps) {
    if (!(await askBeside(run, { request: newlySpelled(run, request), knows: { confirms } })))
      return false;
  }
  return true;
};

/**
 * Asks again what contradicts other answers, while the allowance lasts: the other sources, the last one, the
 * others once more. Of contradictions in one law one is enough.
 */
export const confirmContradictions = async (run: Run): Promise<void> => {
  const { history } = run;
  const tried = new Set<string>();
  const settled = new Set<string>();
  // Which contradictions there are does not change while they are asked again.
  for (const one of openContradictions(history())) {
    const { law, seqs } = one;
    const isNext = !settled.has(law) && seqs.length <= sourcesMost && !tried.has(seqs.join());
    if (!isNext || run.ending !== null) continue;
    if (confirmationOf(history(), one).kind === 'notAsked') {
      tried.add(seqs.join());
      if (!(await askRound(run, seqs, 1))) continue;
      const found = confirmationOf(history(), one);
      if (found.kind === 'moved' && found.isOpen) await askRound(run, seqs, 2);
    }
    if (confirmationOf(history(), one).kind === 'confirmed') settled.add(law);
  }
};
