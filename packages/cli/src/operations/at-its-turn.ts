import type { ServerResponse } from 'node:http';

/**
 * Calls back when an answer has its connection: at once, or when the answers before it are out. Until then the time
 * of those counts, and not its own (pipelining).
 */
export const atItsTurn = (outgoing: ServerResponse, begin: () => void): void => {
  if (outgoing.socket === null) outgoing.once('socket', begin);
  else begin();
};
