import { errorAnswer, type RecordParts, type Resource } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { Awaitable, Bytes } from '../ports.js';
import type { Reply } from '../wire/exchanged.js';
import { type Headed, respond } from '../wire/respond.js';
import { type Full, type Gate, gate, type Leave } from './gate.js';
import { jsonPieces, pieceLength } from './json-pieces.js';
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

/** Answers calls with documents that are rendered a piece at a time. */
export interface Documents {
  /** Reads records and answers with the document that they make. */
  readonly respond: (
    call: Keyed,
    parts: () => Awaitable<RecordParts<Resource> | Reply>,
  ) => Awaitable<Reply>;
}

const encoder = new TextEncoder();

/** The rest of a document: each piece is rendered when the one before has been taken. */
const streamOf = (
  first: readonly string[],
  rest: Iterator<string, undefined>,
  nextTurn: () => Promise<void>,
  leave: Leave,
): ReadableStream<Bytes> => {
  const early = [...first];
  return new ReadableStream<Bytes>(
    {
      pull: async (controller) => {
        const known = early.shift();
        if (known === undefined) await nextTurn();
        try {
          const value = known ?? rest.next().value;
          if (value !== undefined) controller.enqueue(encoder.encode(value));
          else {
            leave();
            controller.close();
          }
        } catch (error) {
          leave();
          throw error;
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
};

/** What answers with documents in one adapter. */
export const documents = (places: Gate = gate(limits)): Documents => {
  const nextTurn = turnsOfLoop();

  const render = async (
    call: Keyed,
    parts: RecordParts<Resource>,
    leave: Leave,
  ): Promise<Reply> => {
    const pieces = jsonPieces(parts, pieceLength);
    const first: string[] = [];
    const { headers } = call.passed;
    while (first.length < wholePieces) {
      if (first.length > 0) await nextTurn();
      const next = pieces.next();
      if (next.done === true) {
        leave();
        return { status: 200, headers, body: first.join('') };
      }
      first.push(next.value);
    }
    return { status: 200, headers, body: streamOf(first, pieces, nextTurn, leave) };
  };

  const answer = async (
    call: Keyed,
    partsOf: () => Awaitable<RecordParts<Resource> | Reply>,
    leave: Leave,
  ): Promise<Reply> => {
    try {
      const parts = await partsOf();
      if ('data' in parts) return await render(call, parts, leave);
      leave();
      return parts;
    } catch (error) {
      leave();
      throw error;
    }
  };

  return {
    respond: (call, parts) =>
      after(places.enter(call.passed.key.sha256), (place) =>
        typeof place === 'string' ? respond(call, full[place]) : answer(call, parts, place),
      ),
  };
};
