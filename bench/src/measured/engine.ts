import { Bench } from 'tinybench';
import { type Ask, type EngineName, engines, textOf } from '../engines.js';
import { questionsFor } from '../questions.js';
import { readColumns, type School } from '../school.js';

/* One engine with one organization. */

interface Loaded {
  readonly ask: Ask;
  readonly school: School;
}
let loaded: Loaded | undefined;

/** Loads an organization; the milliseconds that it took. */
export const loadEngine = async (order: {
  readonly engine: EngineName;
  readonly root: string;
  readonly school: School;
  readonly columns: string;
}): Promise<number> => {
  const columns = readColumns(order.columns);
  const start = performance.now();
  loaded = { school: order.school, ask: await engines[order.engine][1](columns, order.root) };
  return performance.now() - start;
};

const prepared = (work: string, count: number): readonly (() => unknown)[] => {
  if (loaded === undefined) throw new Error('Nothing is loaded yet.');
  const { ask, school } = loaded;
  return questionsFor(work, school, count).map(ask);
};

/** What the engine answers to the first questions of a kind. */
export const answers = async (order: {
  readonly work: string;
  readonly count: number;
}): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const answer of prepared(order.work, order.count)) texts.push(textOf(await answer()));
  return texts;
};

/** Different questions in turn for each kind. */
const differentQuestions = 500;

/** The median of what a question of a kind takes, in milliseconds. */
export const time = async (order: {
  readonly work: string;
  readonly ms: number;
}): Promise<number> => {
  const questions = prepared(order.work, differentQuestions);
  let at = 0;
  const next = () => questions[at++ % questions.length]!();
  const { ms } = order;
  const bench = new Bench({ time: ms, iterations: 3, warmupTime: ms / 3, warmupIterations: 1 });
  bench.add(order.work, next);
  const [{ result } = { result: undefined }] = await bench.run();
  if (result?.state !== 'completed') throw new Error(`${order.work}: ${JSON.stringify(result)}`);
  return result.latency.p50;
};
