import { openService, type ServiceOptions } from './open-service.js';

/** A service for the lifetime of a process, and where it says so. */
export interface StartOptions extends ServiceOptions {
  /** Takes the line that tells where the service listens. */
  readonly print: (line: string) => void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      // A second signal finds no listener and ends the process at once.
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });

/**
 * Serves until SIGINT or SIGTERM, and resolves when the last answer is out. `listening on` is printed
 * when requests are answered; it rejects before that when the port cannot be had.
 */
export const startService = async ({ print, ...options }: StartOptions): Promise<void> => {
  const service = await openService(options);
  const stopped = signalled();
  print(`listening on ${service.address}`);
  await stopped;
  await service.close();
};
