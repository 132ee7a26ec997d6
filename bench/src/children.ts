import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { verbs } from './child.js';

type Verbs = typeof verbs;

/** A process of its own, with its own memory and garbage, that answers one order at a time. */
export interface Child {
  readonly ask: <Verb extends keyof Verbs>(
    verb: Verb,
    order: Parameters<Verbs[Verb]>[0],
  ) => Promise<Awaited<ReturnType<Verbs[Verb]>>>;
  readonly stop: () => Promise<void>;
}

/** What a child sends back. */
export type Reply = { readonly value: unknown } | { readonly error: string };

export const startChild = (): Child => {
  const child = fork(fileURLToPath(new URL('child.js', import.meta.url)), {
    execArgv: ['--expose-gc', '--max-old-space-size=12288'],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    ask: async (verb, order) => {
      child.send({ verb, order });
      const [reply] = (await Promise.race([
        once(child, 'message'),
        ended.then(([code]) => [{ error: `the process ended with ${String(code)}` }]),
      ])) as [Reply];
      if ('error' in reply) throw new Error(reply.error);
      return reply.value as never;
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};

/** Starts a process for the time of some work. */
export const withChild = async <A>(work: (child: Child) => Promise<A>): Promise<A> => {
  const child = startChild();
  try {
    return await work(child);
  } finally {
    await child.stop();
  }
};
