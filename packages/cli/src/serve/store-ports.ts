import { setTimeout as wait } from 'node:timers/promises';
import type { KnowingPorts } from '@tallyboard/http';
import type { OpenStore } from '@tallyboard/store';

/** Longer than a database looks for a board that is there: reading its row takes its time. */
const refusalMs = 50;

/** Boards that are there and boards that are not are refused after the same time. */
export const refusalTime = (): Promise<void> => wait(refusalMs);

/** The ports that a store knows the answers of; figures apart. */
export const storePorts = (store: OpenStore): Omit<KnowingPorts, 'computations'> => ({
  keys: { find: store.findKey },
  organizations: { find: store.findOrganization },
  records: {
    findBoard: store.findBoard,
    refusalTime,
    boardRecords: store.boardRecords,
    userRecords: store.userRecords,
  },
});
