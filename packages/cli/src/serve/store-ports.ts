import type { DataPorts } from '@tallyboard/http';
import type { OpenStore } from '@tallyboard/store';
import { refusalTime } from './refusal-time.js';

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
