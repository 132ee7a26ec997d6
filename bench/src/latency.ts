import { type Child, startChild } from './children.js';
import { type EngineName, engines } from './engines.js';
import type { Options } from './options.js';
import { works } from './questions.js';
import { type Collector, say, sizeName } from './rows.js';
import { columnsFile } from './sample.js';
import { type Activity, activities, schoolOf } from './school.js';

/** Questions of a kind that every engine must answer alike before anything is timed. */
const compared = 3;

/** What depends on how activity is spread. */
const dependsOnActivity = ['dashboard', 'rankings', 'roster', 'search'];

type Runner = readonly [name: EngineName, child: Child];

const started = async (
  name: EngineName,
  events: number,
  activity: Activity,
  { trees }: Options,
): Promise<Runner | undefined> => {
  const root = name === 'before' ? trees.before : trees.tallyboard;
  if (root === undefined) return undefined;
  const columns = await columnsFile(events, activity);
  const school = schoolOf(events);
  const child = startChild();
  const ms = await child.ask('loadEngine', { engine: name, root, school, columns });
  say(`  ${engines[name][0]}: loaded in ${Math.round(ms)} ms`);
  return [name, child];
};

const compare = async (runners: readonly Runner[], work: string): Promise<void> => {
  const texts = await Promise.all(
    runners.map(([, child]) => child.ask('answers', { work, count: compared })),
  );
  for (const [at, [name]] of runners.entries())
    if (texts[at]!.join('\n') !== texts[0]!.join('\n'))
      throw new Error(
        `${work}: ${name} answers\n${texts[at]!.join('\n')}\nnot\n${texts[0]!.join('\n')}`,
      );
};

/** Questions of every kind to every engine, in rounds; fails when two of them answer differently. */
export const measureLatency = async (options: Options, { add }: Collector): Promise<void> => {
  for (const events of options.sizes)
    for (const activity of activities) {
      const on = `${sizeName(events)} events, ${activity}`;
      say(on);
      const runners: Runner[] = [];
      const asked = Object.entries(works).filter(
        ([work]) => activity === 'crowded' || dependsOnActivity.includes(work),
      );
      try {
        for (const name of Object.keys(engines) as EngineName[]) {
          const runner = await started(name, events, activity, options);
          if (runner !== undefined) runners.push(runner);
        }
        for (const [work] of asked) await compare(runners, work);
        for (let round = 0; round < options.rounds; round++)
          for (const [work, [what]] of asked)
            for (let turn = 0; turn < runners.length; turn++) {
              const [name, child] = runners[(turn + round) % runners.length]!;
              const ms = await child.ask('time', { work, ms: options.isQuick ? 30 : 100 });
              add({ section: 'latency', what, on, unit: 'ms' }, name, ms);
            }
      } finally {
        await Promise.all(runners.map(([, child]) => child.stop()));
      }
    }
};
