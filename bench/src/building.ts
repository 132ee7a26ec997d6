import { withChild } from './children.js';
import type { Options } from './options.js';
import { type Collector, say, sizeName } from './rows.js';
import { columnsFile } from './sample.js';
import { activities } from './school.js';

/** Index builds and what an index holds, each in a process of its own. */
export const measureBuild = async (
  { sizes, trees, rounds }: Options,
  { add }: Collector,
): Promise<void> => {
  const events = Math.max(...sizes);
  for (const activity of activities) {
    const on = `${sizeName(events)} events, ${activity}`;
    const columns = await columnsFile(events, activity);
    const small = await columnsFile(20_000, activity);
    say(`building an index of ${on}`);
    for (let round = 0; round < rounds; round++)
      for (const [name, root] of Object.entries(trees)) {
        const order = { root, columns, small };
        const ms = await withChild((child) => child.ask('build', order));
        add({ section: 'build', what: 'index from sorted columns', on, unit: 'ms' }, name, ms);
        if (round > 0) continue;
        const bytes = await withChild((child) => child.ask('memory', order));
        add({ section: 'build', what: 'memory of the index', on, unit: 'MB' }, name, bytes / 1e6);
      }
  }
};

/** Checking and planning a request, and JSON.parse of the same body. */
export const measurePlanning = async (
  { trees, rounds }: Options,
  { add }: Collector,
): Promise<void> => {
  say('planning requests');
  for (let round = 0; round < rounds; round++)
    for (const [name, root] of Object.entries(trees)) {
      const { plan, parse } = await withChild((child) => child.ask('plan', { root }));
      const of = { section: 'planning', what: 'a body of 25 entries', on: '', unit: 'us' } as const;
      add(of, name, plan);
      if (name === 'tallyboard') add(of, 'parse', parse);
    }
};
