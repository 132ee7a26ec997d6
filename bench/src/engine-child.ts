import { memoryNow, serveOrders } from './child.js';
import type { Engine, Store } from './engine.js';
import { engineNamed } from './engines.js';
import { textOf } from './question.js';
import { type Activity, activities, schoolOf } from './schools.js';
import { syntheticColumns } from './synthetic-columns.js';
import { questionsFor } from './works.js';

/* One engine in a process of its own: its memory and its garbage are its own. */

/** A batch of questions about one organization. */
export interface Batch {
  readonly activity: Activity;
  readonly work: string;
  readonly batch: number;
  readonly count: number;
  readonly events: number;
}

export type EngineOrder =
  | { readonly verb: 'load'; readonly events: number }
  | ({ readonly verb: 'answer' } & Batch)
  | ({ readonly verb: 'time' } & Batch);

export interface LoadReply {
  readonly version: string;
  readonly loadMs: Record<Activity, number>;
  readonly rssBytes: number;
}

const card = engineNamed(process.argv[2] ?? '');
const stores = new Map<Activity, Store>();
let engine: Engine | null = null;

const loadOne = async (opened: Engine, activity: Activity, events: number): Promise<number> => {
  const columns = syntheticColumns(schoolOf(events, activity));
  const start = performance.now();
  stores.set(activity, await opened.load(columns));
  return performance.now() - start;
};

const load = async (events: number): Promise<LoadReply> => {
  engine ??= await card.open();
  const before = await memoryNow();
  const loadMs = { zipf: 0, flat: 0 };
  for (const activity of activities) loadMs[activity] = await loadOne(engine, activity, events);
  const after = await memoryNow();
  return { version: engine.version, loadMs, rssBytes: after.rss - before.rss };
};

const storeOf = (activity: Activity): Store => {
  const store = stores.get(activity);
  if (store === undefined) throw new Error('Nothing is loaded yet.');
  return store;
};

const answer = async ({ activity, work, batch, count, events }: Batch): Promise<string[]> => {
  const store = storeOf(activity);
  const texts: string[] = [];
  for (const question of questionsFor(work, batch, count, events)) {
    texts.push(textOf(await store.answer(question)));
  }
  return texts;
};

/** The milliseconds that each question of a batch took. */
const time = async ({ activity, work, batch, count, events }: Batch): Promise<number[]> => {
  const store = storeOf(activity);
  const taken: number[] = [];
  for (const question of questionsFor(work, batch, count, events)) {
    const start = performance.now();
    const answered = store.answer(question);
    if (answered instanceof Promise) await answered;
    taken.push(performance.now() - start);
  }
  return taken;
};

serveOrders((order: EngineOrder) => {
  if (order.verb === 'load') return load(order.events);
  return order.verb === 'answer' ? answer(order) : time(order);
});
