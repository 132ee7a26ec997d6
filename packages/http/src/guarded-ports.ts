import type { BoardPages, BoardRecords } from '@tallyboard/core';
import { after } from './awaitable.js';
import type { Awaitable, Ports } from './ports.js';
import { Unavailable } from './unavailable.js';

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
      return found instanceof Promise ? inTime(name, found, msMax) : found;
    } catch (cause) {
      throw awayFor(name, 'failed', cause);
    }
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
const guardedPages = <A extends BoardRecords | BoardPages>(records: A, msMax: number): A =>
  'pages' in records
    ? {
        ...records,
        async *pages(...asked: Parameters<BoardPages['pages']>) {
          const pages = records.pages(...asked)[Symbol.asyncIterator]();
          const next = guarded('records.boardRecords', msMax, () => pages.next());
          try {
            for (let page = await next(); page.done !== true; page = await next()) yield page.value;
          } finally {
            // Not awaited: a page that does not come would hold it up.
            pages.return?.().catch(() => undefined);
          }
        },
      }
    : records;

/**
 * Ports whose faults have one form: whatever one of them throws, and a silence of more than `msMax`,
 * is `Unavailable`, which is answered with 503. Computations have states for that and stay as they are.
 */
export const guardedPorts = (ports: Ports, msMax: number): Ports => {
  const { keys, organizations, records, allowance, clock } = ports;
  return {
    ...ports,
    keys: { find: guarded('keys.find', msMax, (sha256) => keys.find(sha256)) },
    organizations: {
      find: guarded('organizations.find', msMax, (id, userId) => organizations.find(id, userId)),
    },
    records: {
      ...records,
      findBoard: guarded('records.findBoard', msMax, (id, userId) => records.findBoard(id, userId)),
      boardRecords: (board) =>
        after(
          guarded('records.boardRecords', msMax, () => records.boardRecords(board))(),
          (found) => guardedPages(found, msMax),
        ),
      userRecords: guarded('records.userRecords', msMax, (userId, boardContents) =>
        records.userRecords(userId, boardContents),
      ),
    },
    allowance: {
      spend: guarded('allowance.spend', msMax, (spending) => allowance.spend(spending)),
    },
    clock: {
      today: guardedNow('clock.today', () => clock.today()),
      instant: guardedNow('clock.instant', () => clock.instant()),
    },
  };
};
