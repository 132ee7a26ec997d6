import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Makes the function that acts once all whole requests of a connection are answered, and only once for each
 * connection: an error that is written earlier breaks into those answers, or is taken for one of them.
 */
export const afterEarlierAnswers = (
  server: Server,
): ((socket: Duplex, act: () => void) => void) => {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();
  const waiting = new WeakSet<Duplex>();
  server.prependListener('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const open = unanswered.get(socket) ?? new Set();
    unanswered.set(socket, open.add(outgoing));
    outgoing.once('close', () => open.delete(outgoing));
  });
  return (socket, act) => {
    if (waiting.has(socket)) return;
    waiting.add(socket);
    const whole = [...(unanswered.get(socket) ?? [])].filter(({ req }) => req.complete);
    const last = whole.at(-1);
    if (last === undefined) act();
    else last.once('close', act);
  };
};
