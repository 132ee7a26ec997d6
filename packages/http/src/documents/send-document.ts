import { type Answer, errorAnswer } from '@tallyboard/core/engine';
import type { Awaitable } from '@tallyboard/ports';
import { quietly, within } from '../awaitable.js';
import type { CheckedPorts } from '../checked-ports.js';
import type { Bytes } from '../ports.js';
import type { IncomingRequest, Reply } from '../wire/exchanged.js';
import { respond } from '../wire/respond.js';
import { type Full, type Slot, type SlotLimits, Slots } from './slots.js';

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

const again = <A>(answer: A) => ({ ...answer, retryAfterSeconds: 1 });

const refusals = (
  what: string,
  { perKey }: SlotLimits,
): Readonly<Record<Full, Answer<unknown>>> => ({
  key: again(
    errorAnswer(
      'rateLimitExceeded',
      `${perKey} ${what} of this key are being sent. Read them, then ask again.`,
    ),
  ),
  all: again(
    errorAnswer('serviceUnavailable', `Too many ${what} are being sent. Ask again in a moment.`),
  ),
});

const full = refusals('documents', limits);
const largeFull = refusals('large documents', largeLimits);

/** A call that a document answers. */
interface Call {
  readonly request: IncomingRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly sender: { readonly sha256: string };
}

/** A document to send. */
export interface TextDocument {
  readonly text: AsyncIterator<string, unknown>;
  /** Whether a page takes so long that few such documents are sent at a time. */
  readonly isLarge: boolean;
  /** Whose share of the slots for large documents it takes. */
  readonly organization: string;
}

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

const encoder = new TextEncoder();

const isGone = ({ request }: Call): boolean => request.isGone?.() === true;

const acquire = (slots: Slots, { request, sender }: Call, organization: string) =>
  slots.acquire(
    { organization, key: sender.sha256 },
    quietly(() => request.hangUp?.()),
  );

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

/** Sends documents as they are rendered: a piece at a time, each when the client has taken the one before. */
export class DocumentSender {
  readonly #ports: Pick<CheckedPorts, 'authenticate' | 'onError'>;
  readonly #small = new Slots(limits);
  readonly #large = new Slots(largeLimits);
  readonly #turns = inTurn();
  readonly #oneByOne = inTurn();

  /** @param ports - who asks is found again before each later piece: an answer ends with its key */
  constructor(ports: Pick<CheckedPorts, 'authenticate' | 'onError'>) {
    this.#ports = ports;
  }

  /** Reads a document once there is a slot for it, and sends it; the slot is free when it is out, or its client gone. */
  async send(
    call: Call,
    organization: string,
    read: () => Awaitable<TextDocument | Reply>,
  ): Promise<Reply> {
    const small = await acquire(this.#small, call, organization);
    if (typeof small === 'string') return respond(call, full[small]);
    let slot = small;
    try {
      // The client left while it waited for a slot: no client gets this reply.
      const document = isGone(call) ? respond(call, full.all) : await read();
      if ('status' in document) return { ...document, sent: slot.release };
      if (document.isLarge) {
        const large = await acquire(this.#large, call, document.organization);
        if (typeof large === 'string') {
          return { ...respond(call, largeFull[large]), sent: slot.release };
        }
        const release = (): void => {
          large.release();
          small.release();
        };
        slot = { ...large, release };
      }
      return await this.#render(call, document, slot);
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /**
   * The pieces of a text. Each is made in a turn of the event loop of its own, after those of earlier calls: however
   * many documents are rendered, between two pieces everything else has its turn.
   */
  async *#pieces(call: Call, { text, isLarge }: TextDocument): AsyncGenerator<string, void> {
    const next = async () => (isGone(call) ? null : nextPiece(text));
    for (let count = 0; ; count += 1) {
      if (count > 0) await this.#turns(() => new Promise((resolve) => setTimeout(resolve, 0)));
      if (count >= wholePieces && 'status' in (await this.#ports.authenticate(call.request))) {
        throw revoked;
      }
      // Pages of large boards are read one after the other, so that no small one waits for several.
      const piece = await (isLarge ? this.#oneByOne(next) : next());
      if (piece === null) return;
      yield piece;
    }
  }

  async #render(call: Call, document: TextDocument, slot: Slot): Promise<Reply> {
    const { headers } = call;
    const pieces = this.#pieces(call, document);
    const first: string[] = [];
    while (first.length < wholePieces) {
      const { done, value } = await pieces.next();
      if (done === true) {
        slot.offered();
        return { status: 200, headers, body: first.join(''), sent: slot.release };
      }
      first.push(value);
    }
    async function* all() {
      while (first.length > 0) yield first.shift()!;
      yield* pieces;
    }
    return { status: 200, headers, body: this.#stream(all(), document.text, slot) };
  }

  /** Pieces as a stream that holds its slot until it ends. */
  #stream(
    pieces: AsyncIterator<string, void>,
    text: TextDocument['text'],
    slot: Slot,
  ): ReadableStream<Bytes> {
    let [offered, isOver] = [0, false];
    return new ReadableStream<Bytes>(
      {
        pull: async (controller) => {
          slot.taken(offered);
          try {
            const { done, value } = await pieces.next();
            if (isOver) return;
            if (done === true) {
              slot.release();
              controller.close();
              return;
            }
            const bytes = encoder.encode(value);
            offered = bytes.length;
            controller.enqueue(bytes);
            slot.offered();
          } catch (error) {
            slot.release();
            if (isOver) return;
            if (error !== revoked) this.#ports.onError(error);
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
  }
}
