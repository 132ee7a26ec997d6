import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { serveOrders } from './child.js';
import type { LoopDelay } from './report.js';
import { schoolOf, times } from './schools.js';
import { loadCore } from './shipped.js';
import { syntheticColumns } from './synthetic-columns.js';
import { questionsFor } from './works.js';

/*
 * How long the event loop keeps others waiting while dashboards are answered on it, alone and while
 * the index of another organization is built on another thread.
 */

export interface LoopOrder {
  /** Of the organization whose index is built. */
  readonly events: number;
}

const heard = <A>(worker: Worker): Promise<A> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/** Answers dashboards, some in a turn of the loop, until something is over. */
const watch = async (
  during: string,
  events: number,
  answerOne: () => void,
  until: Promise<unknown>,
): Promise<LoopDelay> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const end = { isReached: false };
  void until.then(() => (end.isReached = true));
  delay.enable();
  const start = performance.now();
  let answers = 0;
  while (!end.isReached) {
    for (let one = 0; one < 5; one++) answerOne();
    answers += 5;
    // A turn for all other work, and now and then a rest as between requests.
    await (answers % 100 === 0 ? setTimeout(1) : setImmediate());
  }
  delay.disable();
  const [p50Ms, p99Ms] = [50, 99].map((share) => delay.percentile(share) / 1e6);
  const seconds = (performance.now() - start) / 1000;
  const maxMs = delay.max / 1e6;
  return { during, events, seconds, answers, p50Ms: p50Ms!, p99Ms: p99Ms!, maxMs };
};

const measure = async ({ events }: LoopOrder): Promise<LoopDelay[]> => {
  const { buildIndex, computeMetric, decodeIndex } = await loadCore();
  const small = 100_000;
  const index = buildIndex(syntheticColumns(schoolOf(small, 'zipf')), times);
  const questions = questionsFor('dashboard', 0, 200, small);
  let at = 0;
  const answerOne = (): void => {
    const question = questions[at++ % questions.length]!;
    if (question.ask !== 'metrics') return;
    for (const query of question.queries) computeMetric(index, query, question.scope);
  };
  const alone = await watch('answers alone', events, answerOne, setTimeout(2000));
  const worker = new Worker(new URL('build-worker.js', import.meta.url), {
    workerData: { events },
  });
  await heard(worker);
  const built = heard<ArrayBuffer>(worker).then((buffer) => decodeIndex(buffer));
  worker.postMessage('build');
  const building = await watch('a build on another thread', events, answerOne, built);
  await worker.terminate();
  return [alone, building];
};

serveOrders(measure);
