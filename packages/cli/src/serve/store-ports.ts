import { setTimeout as wait } from 'node:timers/promises';
import type { DataPorts } from '@tallyboard/http';
import type { OpenStore } from '@tallyboard/store';

/** Longer than a database usually takes to read what is there: rows of a board, or of an organization. */
const refusalMs = 50;

/** Boards and organizations that exist are refused after the same time as those that do not. */
export const refusalTime = (): Promise<void> => wait(refusalMs);

/** The ports that a store knows the answers of; figures apart. */
export const storePorts = (store: OpenStore): Omit<DataPorts, 'computations'> => ({
  keys: { find: store.findKey },
  organizations: { find: store.findOrganization },
  records: {
    findBoard: store.findBoard,
    refusalTime,
    boardRecords: store.boardRecords,
    userRecords: store.userRecords,
  },
});
