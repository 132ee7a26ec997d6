import { errorAnswer } from '@tallyboard/core/engine';
import { quietly, within } from '../awaitable.js';
import type { CheckedPorts } from '../checked-ports.js';
import type { Bytes } from '../ports.js';
import type { Adapter, Call } from '../steps.js';
import type { Reply } from '../wire/exchanged.js';
import { respond } from '../wire/respond.js';
import type { TextDocument } from './document-text.js';
import { fairSlots, type Slot, type SlotLimits } from './slots.js';

/** What a client has to take in a second, once it was watched so long, while others wait for its slot. */
const reading = { waitMs: 5_000, leastRate: 2 ** 18, watchMs: 2_000 };

/** Documents of boards and users that are under way at a time, until the last byte has been sent. */
const limits = { perKey: 4, perOrganization: 32, total: 64, ...reading };

/** Large ones among them: a page of a board, or all links of a user's boards, is in memory for each. */
const largeLimits = { perKey: 2, perOrganization: 4, total: 8, ...reading };

/** Characters of a piece, at least: a few milliseconds of rendering. */
export const pieceLength = 65_536;

/** Documents up to so many pieces are sent whole, with their length; longer ones as a stream. */
const wholePieces = 4;

const refusals = (what: string, { perKey }: SlotLimits) => ({
  key: {
    ...errorAnswer(
      'rateLimitExceeded',
      `${perKey} ${what} of this key are being sent. Read them, then ask again.`,
    ),
    retryAfterSeconds: 1,
  },
  all: {
    ...errorAnswer('serviceUnavailable', `Too many ${what} are being sent. Ask again in a moment.`),
    retryAfterSeconds: 1,
  },
});

const full = refusals('documents', limits);
const largeFull = refusals('large documents', largeLimits);

const nothing = (): void => undefined;

/** Starts each task when the one before has ended, or has taken a second. */
const inTurn = (): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    // Without the result, which would stay in memory.
    const ended = done.then(nothing, nothing);
    last = last.then(() => within(1_000, ended, nothing));
    return done;
  };
};

type Ports = Pick<CheckedPorts, 'authenticate' | 'onError'>;

const encoder = new TextEncoder();

const isGone = ({ request }: Call): boolean => request.isGone?.() === true;

/** The next piece of a text; the last one may be shorter, and after it there is none. */
const nextPiece = async (text: TextDocument['text']): Promise<string | null> => {
  let piece = '';
  while (piece.length < pieceLength) {
    const { done, value } = await text.next();
    if (done === true) return piece === '' ? null : piece;
    piece += value;
  }
  return piece;
};

const revoked = new Error('The key was revoked.');

/** The next piece of a document each time; `null` after the last one. */
type Pieces = () => Promise<string | null>;

/**
 * Makes the pieces of documents. Each is made in a turn of the event loop of its own, after those of earlier calls:
 * however many documents are rendered, between two pieces everything else has its turn.
 */
const pieceMaker = ({ authenticate }: Ports) => {
  const [turns, oneByOne] = [inTurn(), inTurn()];
  return (call: Call, { text, isLarge }: TextDocument): Pieces => {
    let count = 0;
    const next = async () => (isGone(call) ? null : nextPiece(text));
    return async () => {
      if (count > 0) await turns(() => new Promise((resolve) => setTimeout(resolve, 0)));
      if (count >= wholePieces && 'status' in (await authenticate(call.request))) throw revoked;
      count += 1;
      // Pages of large boards are read one after the other, so that no small one waits for several.
      return isLarge ? oneByOne(next) : next();
    };
  };
};

/** Pieces as a stream that holds its slot until it ends. */
const streamOf = (
  pieces: Pieces,
  text: TextDocument['text'],
  slot: Slot,
  onError: Ports['onError'],
): ReadableStream<Bytes> => {
  let [offered, isOver] = [0, false];
  return new ReadableStream<Bytes>(
    {
      pull: async (controller) => {
        slot.taken(offered);
        try {
          const piece = await pieces();
          if (isOver) return;
          if (piece === null) {
            slot.release();
            controller.close();
            return;
          }
          const bytes = encoder.encode(piece);
          offered = bytes.length;
          controller.enqueue(bytes);
          slot.offered();
        } catch (error) {
          slot.release();
          if (isOver) return;
          if (error !== revoked) onError(error);
          throw error;
        }
      },
      cancel: () => {
        isOver = true;
        // A page that is being read takes memory and time until it is there.
        void Promise.resolve(text.return?.()).then(slot.release, slot.release);
      },
    },
    { highWaterMark: 0 },
  );
};

/**
 * Sends documents as they are rendered: a piece at a time, each when the client has taken the one before. A document is
 * read once there is a slot for it; the slot is free when it is out, or its client gone. Who asks is found again before
 * each later piece: an answer ends with its key.
 */
export const documentSender = (ports: Ports): Adapter['sendDocument'] => {
  const [small, large] = [fairSlots(limits), fairSlots(largeLimits)];
  const piecesOf = pieceMaker(ports);

  const render = async (call: Call, document: TextDocument, slot: Slot): Promise<Reply> => {
    const reply = { status: 200, headers: call.headers };
    const pieces = piecesOf(call, document);
    const first: string[] = [];
    while (first.length < wholePieces) {
      const piece = await pieces();
      if (piece === null) {
        slot.offered();
        return { ...reply, body: first.join(''), sent: slot.release };
      }
      first.push(piece);
    }
    const all = async () => first.shift() ?? pieces();
    return { ...reply, body: streamOf(all, document.text, slot, ports.onError) };
  };

  return async (call, organization, read) => {
    const key = call.sender.sha256;
    const end = quietly(() => call.request.hangUp?.());
    const own = await small({ organization, key }, end);
    if (typeof own === 'string') return respond(call, full[own]);
    let slot = own;
    try {
      // The client left while it waited for a slot: no client gets this reply.
      const document = isGone(call) ? respond(call, full.all) : await read();
      if ('status' in document) return { ...document, sent: slot.release };
      if (document.isLarge) {
        const second = await large({ organization: document.organization, key }, end);
        if (typeof second === 'string') {
          return { ...respond(call, largeFull[second]), sent: slot.release };
        }
        const release = (): void => {
          second.release();
          own.release();
        };
        slot = { ...second, release };
      }
      return await render(call, document, slot);
    } catch (error) {
      slot.release();
      throw error;
    }
  };
};
