import { Bench } from 'tinybench';
import { questionsFor } from '../questions.js';
import { organization, schoolOf, today } from '../school.js';
import { loadCore } from '../tree.js';

/** Microseconds for a body of 25 entries, checked and planned, and for JSON.parse of its text. */
export const plan = async (order: {
  readonly root: string;
}): Promise<{ readonly plan: number; readonly parse: number; readonly bytes: number }> => {
  const { planMetrics } = await loadCore(order.root);
  const questions = questionsFor('dashboard', schoolOf(100_000), 500);
  const texts = questions.map((question) => JSON.stringify('body' in question && question.body));
  const bodies = texts.map((text): unknown => JSON.parse(text));
  let at = 0;
  const bench = new Bench({ time: 500, warmupTime: 500 });
  bench.add('plan', () => planMetrics({ body: bodies[at++ % bodies.length], organization, today }));
  bench.add('parse', () => JSON.parse(texts[at++ % texts.length]!) as unknown);
  const [planned, parsed] = (await bench.run()).map(({ result }) =>
    result.state === 'completed' ? 1000 * result.latency.p50 : Number.NaN,
  );
  return { plan: planned!, parse: parsed!, bytes: texts[0]!.length };
};
