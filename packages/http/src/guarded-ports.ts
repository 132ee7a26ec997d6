import type { BoardPages, BoardRecords } from '@tallyboard/core/engine';
import type { Awaitable, Refusing } from '@tallyboard/ports';
import { Unavailable } from '@tallyboard/ports';
import { after, isPromise, quietly } from './awaitable.js';
import type { Ports } from './ports.js';

/** When to ask again after a port broke or kept silent, in seconds. */
const retryAfterSeconds = 1;

const awayFor = (name: string, why: string, cause?: unknown): Unavailable =>
  cause instanceof Unavailable
    ? cause
    : new Unavailable(`${name} ${why}`, retryAfterSeconds, cause);

/** What was promised, if it comes in time. */
const inTime = <A>(name: string, promised: Promise<A>, msMax: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(awayFor(name, `did not answer within ${msMax} ms`)),
      msMax,
    );
    promised
      .then(resolve, (cause: unknown) => reject(awayFor(name, 'failed', cause)))
      .finally(() => {
        clearTimeout(timer);
      });
  });

const guarded =
  <Asked extends readonly unknown[], A>(
    name: string,
    msMax: number,
    ask: (...asked: Asked) => Awaitable<A>,
  ) =>
  (...asked: Asked): Awaitable<A> => {
    try {
      const found = ask(...asked);
      return isPromise(found) ? inTime(name, Promise.resolve(found), msMax) : found;
    } catch (cause) {
      throw awayFor(name, 'failed', cause);
    }
  };

/** The same where nothing may be found; a program without types may say so by `undefined`. */
const guardedFind = <Asked extends readonly unknown[], A>(
  name: string,
  msMax: number,
  ask: (...asked: Asked) => Awaitable<A | null>,
) => {
  const find = guarded(name, msMax, ask);
  return (...asked: Asked): Awaitable<A | null> => after(find(...asked), (found) => found ?? null);
};

/** The same where only an answer at once will do. */
const guardedNow =
  <A>(name: string, ask: () => A) =>
  (): A => {
    try {
      return ask();
    } catch (cause) {
      throw awayFor(name, 'failed', cause);
    }
  };

/** The same for each page of a board. */
const guardedPages = (
  records: BoardRecords | BoardPages,
  msMax: number,
): BoardRecords | BoardPages =>
  'pages' in records
    ? {
        // By name: they may be inherited.
        outline: records.outline,
        isLarge: records.isLarge,
        async *pages(...asked: Parameters<BoardPages['pages']>) {
          const guard = <B>(ask: () => Awaitable<B>) =>
            guarded('records.boardRecords', msMax, ask)();
          const pages = await guard(() => records.pages(...asked)[Symbol.asyncIterator]());
          const next = async () => guard(() => pages.next());
          try {
            for (let page = await next(); page.done !== true; page = await next()) yield page.value;
          } finally {
            // Not awaited: a page that does not come would hold it up.
            quietly(() => pages.return?.())();
          }
        },
      }
    : records;

/** The time that a refusal takes. It never rejects: where it fails, the refusal leaves at once. */
const guardedTime = (
  port: Refusing,
  msMax: number,
  onError: (error: unknown) => void,
): Refusing => {
  if (port.refusalTime === undefined) return {};
  const wait = guarded('refusalTime', msMax, async () => port.refusalTime?.());
  return { refusalTime: async () => Promise.resolve(wait()).catch(onError) };
};

/**
 * Ports whose faults have one form: whatever one of them throws, and a silence of more than `msMax`,
 * is `Unavailable`, which is answered with 503. Computations have states for that and stay as they are.
 */
export const guardedPorts = (ports: Ports, msMax: number): Ports => {
  const { keys, organizations, records, computations, allowance, clock } = ports;
  const { compress, sha256 } = ports;
  const onError = quietly((error: unknown) => ports.onError?.(error));
  return {
    // By name, and called on its port: a port may be an object of a class.
    ...(compress === undefined ? {} : { compress }),
    ...(sha256 === undefined ? {} : { sha256: (bytes) => sha256.call(ports, bytes) }),
    onError,
    computations,
    keys: { find: guardedFind('keys.find', msMax, (hash) => keys.find(hash)) },
    organizations: {
      find: guardedFind('organizations.find', msMax, (id, userId) =>
        organizations.find(id, userId),
      ),
      ...guardedTime(organizations, msMax, onError),
    },
    records: {
      findBoard: guardedFind('records.findBoard', msMax, (id, userId) =>
        records.findBoard(id, userId),
      ),
      ...guardedTime(records, msMax, onError),
      boardRecords: (board) =>
        after(
          guarded('records.boardRecords', msMax, () => records.boardRecords(board))(),
          (found) => guardedPages(found, msMax),
        ),
      userRecords: guardedFind('records.userRecords', msMax, (userId, boardContents) =>
        records.userRecords(userId, boardContents),
      ),
    },
    allowance: {
      spend: guardedFind('allowance.spend', msMax, (spending) => allowance.spend(spending)),
    },
    clock: {
      today: guardedNow('clock.today', () => clock.today()),
      instant: guardedNow('clock.instant', () => clock.instant()),
    },
  };
};
