import type { Reply } from './children.js';
import { build, memory } from './measured/building.js';
import { answers, loadEngine, time } from './measured/engine.js';
import { plan } from './measured/planning.js';
import { heap, serve } from './measured/server.js';
import { makeColumns } from './school.js';

/* A process that measures: see children.ts. */

export const verbs = { loadEngine, answers, time, build, memory, plan, serve, heap, makeColumns };

const reply = (message: Reply): void => void process.send?.(message);

process.on('message', ({ verb, order }: { verb: keyof typeof verbs; order: never }) => {
  Promise.resolve(order)
    .then(verbs[verb] as (order: never) => unknown)
    .then((value) => reply({ value }))
    .catch((error: unknown) => reply({ error: String((error as Error).stack).slice(0, 800) }));
});
process.on('disconnect', () => process.exit());
