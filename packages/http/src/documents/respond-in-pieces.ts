import { errorAnswer } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { Awaitable, Bytes, Ports } from '../ports.js';
import type { Reply } from '../wire/exchanged.js';
import { type Headed, respond } from '../wire/respond.js';
import { type Full, type Gate, gate, type Leave } from './gate.js';
import { turnsOfLoop } from './turns.js';

/** Documents of boards and users that are under way at a time, until the last byte has been sent. */
const limits = { perKey: 4, total: 64, waitMs: 5_000 };

/** Documents up to so many pieces are sent whole, with their length; longer ones as a stream. */
const wholePieces = 4;

const full = {
  key: {
    ...errorAnswer(
      'rateLimitExceeded',
      `${limits.perKey} documents of this key are being sent. Read them, then ask again.`,
    ),
    retryAfterSeconds: 1,
  },
  all: {
    ...errorAnswer(
      'serviceUnavailable',
      'Too many documents are being sent. Ask again in a moment.',
    ),
    retryAfterSeconds: 1,
  },
} satisfies Record<Full, object>;

/** A call that documents answer: each key has places of its own. */
interface Keyed {
  readonly passed: Headed['passed'] & { readonly key: { readonly sha256: string } };
}

/** The JSON text of a document in pieces, each rendered when it is taken. */
type Pieces = Iterator<string, undefined> | AsyncIterator<string, undefined>;

/** Answers calls with documents that are rendered a piece at a time. */
export interface Documents {
  /** Reads records and answers with the document that they make. */
  readonly respond: (call: Keyed, pieces: () => Awaitable<Pieces | Reply>) => Awaitable<Reply>;
}

const encoder = new TextEncoder();

/** The rest of a document: each piece is rendered when the one before has been taken. */
const streamOf = (
  first: readonly string[],
  rest: Pieces,
  nextTurn: () => Promise<void>,
  leave: Leave,
  onError: Ports['onError'],
): ReadableStream<Bytes> => {
  const early = [...first];
  let isGone = false;
  return new ReadableStream<Bytes>(
    {
      pull: async (controller) => {
        const known = early.shift();
        if (known === undefined) await nextTurn();
        try {
          const value = known ?? (await rest.next()).value;
          if (isGone) return;
          if (value !== undefined) controller.enqueue(encoder.encode(value));
          else {
            leave();
            controller.close();
          }
        } catch (error) {
          leave();
          if (isGone) return;
          onError?.(error);
          throw error;
        }
      },
      cancel: () => {
        isGone = true;
        leave();
        void rest.return?.();
      },
    },
    { highWaterMark: 0 },
  );
};

/**
 * What answers with documents in one adapter.
 *
 * @param onError - gets what goes wrong after an answer began, which is then broken off
 */
export const documents = (onError: Ports['onError'], places: Gate = gate(limits)): Documents => {
  const nextTurn = turnsOfLoop();

  const render = async (call: Keyed, pieces: Pieces, leave: Leave): Promise<Reply> => {
    const first: string[] = [];
    const { headers } = call.passed;
    while (first.length < wholePieces) {
      if (first.length > 0) await nextTurn();
      const next = await pieces.next();
      if (next.done === true) {
        leave();
        return { status: 200, headers, body: first.join('') };
      }
      first.push(next.value);
    }
    return { status: 200, headers, body: streamOf(first, pieces, nextTurn, leave, onError) };
  };

  const answer = async (
    call: Keyed,
    piecesOf: () => Awaitable<Pieces | Reply>,
    leave: Leave,
  ): Promise<Reply> => {
    try {
      const pieces = await piecesOf();
      if ('next' in pieces) return await render(call, pieces, leave);
      leave();
      return pieces;
    } catch (error) {
      leave();
      throw error;
    }
  };

  return {
    respond: (call, pieces) =>
      after(places.enter(call.passed.key.sha256), (place) =>
        typeof place === 'string' ? respond(call, full[place]) : answer(call, pieces, place),
      ),
  };
};
