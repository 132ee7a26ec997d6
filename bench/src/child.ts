import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of ours that answers one order at a time. */
export interface Child {
  readonly ask: <Reply>(order: object) => Promise<Reply>;
  readonly stop: () => Promise<void>;
}

/** What a child sends back. */
export type Reply = { readonly value: unknown } | { readonly error: string };

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Starts a compiled module of this folder as a process; its heap may grow to `heapGB`. */
export const startChild = (module: string, args: readonly string[], heapGB = 12): Child => {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args, {
    execArgv: ['--expose-gc', `--max-old-space-size=${heapGB * 1024}`],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        const settle = (done: () => void): void => {
          child.off('message', onMessage);
          child.off('exit', onExit);
          done();
        };
        const onMessage = (reply: Reply): void =>
          settle(() => {
            if ('error' in reply) reject(new Error(reply.error));
            else resolve(reply.value as never);
          });
        const onExit = (code: number | null, signal: string | null): void =>
          settle(() => reject(new Error(`the process ended with ${signal ?? String(code)}`)));
        child.on('message', onMessage);
        child.on('exit', onExit);
        child.send(order, (error) => error && settle(() => reject(error)));
      }),
    stop: () => {
      child.kill();
      return ended(child);
    },
  };
};

/** Has a process of its own answer one order. */
export const askOnce = async <Reply>(module: string, order: object): Promise<Reply> => {
  const child = startChild(module, []);
  try {
    return await child.ask<Reply>(order);
  } finally {
    await child.stop();
  }
};

/** Answers the orders of the process that started this one. */
export const serveOrders = (answer: (order: never) => unknown): void => {
  const reply = (message: Reply): void => void process.send?.(message);
  process.on('message', (order) => {
    Promise.resolve(order as never)
      .then(answer)
      .then((value) => reply({ value }))
      .catch((error: unknown) => reply({ error: String(error).slice(0, 400) }));
  });
  process.on('disconnect', () => process.exit());
};

/** Collects garbage, and gives what the process holds. */
export const memoryNow = async (): Promise<NodeJS.MemoryUsage> => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage();
};
