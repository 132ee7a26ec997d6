import { setTimeout as wait } from 'node:timers/promises';

/** Longer than a database usually takes to read what is there: rows of a board, or of an organization. */
const refusalMs = 50;

/** Boards and organizations that are there are refused after the same time as those that are not. */
export const refusalTime = (): Promise<void> => wait(refusalMs);
