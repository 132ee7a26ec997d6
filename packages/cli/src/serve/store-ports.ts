import type { KnowingPorts } from '@tallyboard/http';
import type { OpenStore } from '@tallyboard/store';
import { refusalTime } from './refusal-time.js';

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
