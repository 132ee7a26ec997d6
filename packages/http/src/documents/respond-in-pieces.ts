import { errorAnswer } from '@tallyboard/core';
import type { Awaitable } from '@tallyboard/ports';
import { after, quietly } from '../awaitable.js';
import type { Bytes, Ports } from '../ports.js';
import type { Asked, Reply } from '../wire/exchanged.js';
import { type Headed, respond } from '../wire/respond.js';
import { type Full, type Gate, type GateLimits, gate, type Place } from './gate.js';
import { inTurn, turnsOfLoop } from './turns.js';

/** Documents of boards and users that are under way at a time, until the last byte has been sent. */
const limits = { perKey: 4, total: 64, waitMs: 5_000, untakenMs: 3_000 };

/** Large ones among them: a page of a board, or all links of a user's boards, is in memory for each. */
const largeLimits = { ...limits, perKey: 2, total: 8 };

/** Documents up to so many pieces are sent whole, with their length; longer ones as a stream. */
const wholePieces = 4;

const refusals = (what: string, { perKey }: GateLimits) =>
  ({
    key: {
      ...errorAnswer(
        'rateLimitExceeded',
        `${perKey} ${what} of this key are being sent. Read them, then ask again.`,
      ),
      retryAfterSeconds: 1,
    },
    all: {
      ...errorAnswer(
        'serviceUnavailable',
        `Too many ${what} are being sent. Ask again in a moment.`,
      ),
      retryAfterSeconds: 1,
    },
  }) satisfies Record<Full, object>;

const full = refusals('documents', limits);
const largeFull = refusals('large documents', largeLimits);

/** A call that documents answer: each key has places of its own. */
interface Keyed {
  readonly asked: Pick<Asked, 'isGone' | 'hangUp'>;
  readonly passed: Headed['passed'] & { readonly key: { readonly sha256: string } };
}

/** The JSON text of a document in pieces, each rendered when it is taken. */
type Pieces = Iterator<string, undefined> | AsyncIterator<string, undefined>;

/** Pieces of a large document: few are sent at a time, and a late piece delays the others by at most a second. */
interface Large {
  readonly large: Pieces;
}

/** Answers calls with documents that are rendered a piece at a time. */
export interface Documents {
  /** Reads records and answers with the document that they make. */
  readonly respond: (
    call: Keyed,
    pieces: () => Awaitable<Pieces | Large | Reply>,
  ) => Awaitable<Reply>;
}

const encoder = new TextEncoder();

/** The rest of a document: each piece is rendered when the one before has been taken. */
const streamOf = (
  first: readonly string[],
  rest: Pieces,
  nextTurn: () => Promise<void>,
  { leave, offer }: Place,
  onError: Ports['onError'],
): ReadableStream<Bytes> => {
  const early = [...first];
  let isGone = false;
  return new ReadableStream<Bytes>(
    {
      pull: async (controller) => {
        offer(false);
        const known = early.shift();
        if (known === undefined) await nextTurn();
        try {
          const value = known ?? (await rest.next()).value;
          if (isGone) return;
          if (value !== undefined) {
            controller.enqueue(encoder.encode(value));
            offer(true);
          } else {
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
        // A page that is being read takes memory and time until it is there.
        void Promise.resolve(rest.return?.()).then(leave, leave);
      },
    },
    { highWaterMark: 0 },
  );
};

const isGone = ({ asked }: Keyed): boolean => asked.isGone?.() === true;

const enter = (gate: Gate, { asked, passed }: Keyed): Awaitable<Place | Full> =>
  gate.enter(
    passed.key.sha256,
    quietly(() => asked.hangUp?.()),
  );

const over = { done: true, value: undefined } as const;

/** The same pieces, each made when its turn comes; none is made once the client has left. */
const inTurns = (pieces: Pieces, call: Keyed, turn: ReturnType<typeof inTurn>): Pieces => {
  let isOver = false;
  const next = async () => (isOver || isGone(call) ? over : pieces.next());
  return {
    next: () => turn(next),
    return: async () => {
      isOver = true;
      await pieces.return?.();
      return over;
    },
  };
};

/**
 * What answers with documents in one adapter.
 *
 * @param onError - gets what goes wrong after an answer began, which is then broken off
 */
export const documents = (
  onError: Ports['onError'],
  places: Gate = gate(limits),
  largePlaces: Gate = gate(largeLimits),
): Documents => {
  const nextTurn = turnsOfLoop();
  const turn = inTurn();

  const render = async (call: Keyed, pieces: Pieces, place: Place): Promise<Reply> => {
    const first: string[] = [];
    const { headers } = call.passed;
    while (first.length < wholePieces) {
      if (first.length > 0) await nextTurn();
      const next = await pieces.next();
      if (next.done === true) {
        place.offer(true);
        return { status: 200, headers, body: first.join(''), sent: place.leave };
      }
      first.push(next.value);
    }
    return { status: 200, headers, body: streamOf(first, pieces, nextTurn, place, onError) };
  };

  const renderLarge = async (call: Keyed, pieces: Pieces, place: Place): Promise<Reply> => {
    const largePlace = await enter(largePlaces, call);
    if (typeof largePlace === 'string') {
      place.leave();
      return respond(call, largeFull[largePlace]);
    }
    const leave = (): void => {
      largePlace.leave();
      place.leave();
    };
    return render(call, inTurns(pieces, call, turn), { ...largePlace, leave }).catch(
      (error: unknown) => {
        leave();
        throw error;
      },
    );
  };

  const answer = async (
    call: Keyed,
    piecesOf: () => Awaitable<Pieces | Large | Reply>,
    place: Place,
  ): Promise<Reply> => {
    try {
      // The client left while it waited for a place: this reply reaches none.
      const pieces = isGone(call) ? respond(call, full.all) : await piecesOf();
      if ('next' in pieces) return await render(call, pieces, place);
      if ('large' in pieces) return await renderLarge(call, pieces.large, place);
      place.leave();
      return pieces;
    } catch (error) {
      place.leave();
      throw error;
    }
  };

  return {
    respond: (call, pieces) =>
      after(enter(places, call), (place) =>
        typeof place === 'string' ? respond(call, full[place]) : answer(call, pieces, place),
      ),
  };
};
