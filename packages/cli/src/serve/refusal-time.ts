import { setTimeout as wait } from 'node:timers/promises';

/** Longer than a database looks for a board that is there: reading its row takes its time. */
const refusalMs = 50;

/** Boards that are there and boards that are not are refused after the same time. */
export const refusalTime = (): Promise<void> => wait(refusalMs);
