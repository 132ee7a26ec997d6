import type { Organization } from '@tallyboard/core';
import { type BoardPages, type BoardRecords, failArgument } from '@tallyboard/core/engine';
import { type Awaitable, type Refusing, type Spent, Unavailable } from '@tallyboard/ports';
import { after, isPromise, quietly } from './awaitable.js';
import type { Ports } from './ports.js';
import { within } from './timeout.js';

/*
 * The one place where ports, and what they give, are checked. Whatever a port throws, and a silence of more than
 * `msMax`, is `Unavailable`, which is answered with 503. An answer that is none is a fault of the program: a
 * TypeError, which is answered with 500. Computations have states for all of that (compute.ts).
 */

/** The functions of each port; those with a question mark may be left out. */
const functionsOf = {
  keys: ['find'],
  organizations: ['find', 'refusalTime?'],
  records: ['findBoard', 'boardRecords', 'userRecords', 'refusalTime?'],
  computations: ['metrics', 'roster', 'version?', 'retryAfterSeconds?'],
  allowance: ['spend'],
  clock: ['today', 'instant'],
} as const satisfies { readonly [P in keyof Ports]?: readonly string[] };

/** Throws a TypeError that names the first function that the ports lack. */
const checkFunctions = (ports: Ports): void => {
  for (const [port, names] of Object.entries(functionsOf)) {
    const given = (ports as unknown as Record<string, Record<string, unknown> | null>)[port];
    for (const sign of names) {
      const name = sign.replace('?', '');
      const value = given?.[name];
      if (typeof value === 'function' || (value == null && name !== sign)) continue;
      failArgument(`ports.${port}.${name}`, value, 'a function');
    }
  }
};

/** The id of something that a port gave, which may be nothing. */
const idOf = (given: { readonly id: string } | undefined): unknown => given?.id;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What a port gave; a TypeError that names the port where it is none. */
const insist = <A>(name: string, value: A, isSound: boolean, accepted: string): A =>
  isSound ? value : failArgument(`what ${name} gave`, value, accepted);

const checkedSpent = (spent: Spent | null): Spent | null => {
  const isSound =
    spent === null ||
    (typeof spent === 'object' &&
      typeof spent.accepted === 'boolean' &&
      [spent.limit, spent.remaining, spent.resetSeconds].every(isWhole));
  const accepted = 'null, or accepted as a boolean, and limit, remaining, resetSeconds whole';
  return insist('allowance.spend', spent, isSound, accepted);
};

/**
 * An organization as it is now, whatever becomes of the object that a port gave. By name: the fields of a
 * row of a mapper may be inherited.
 */
const copyOf = ({ id, type, createdOn, billingTerms }: Organization): Organization => ({
  id,
  type,
  createdOn,
  billingTerms: billingTerms.map(({ startsOn, endsOn, status }) => ({ startsOn, endsOn, status })),
});

const isRole = (role: unknown): boolean => role === null || isText(role);

/** When to ask again after a port broke or kept silent, in seconds. */
const retryAfterSeconds = 1;

const unavailable = (name: string, why: string, cause?: unknown): Unavailable =>
  cause instanceof Unavailable
    ? cause
    : new Unavailable(`${name} ${why}`, retryAfterSeconds, cause);

/** Asks a port. */
const ask = <A>(name: string, msMax: number, call: () => Awaitable<A>): Awaitable<A> => {
  try {
    const found = call();
    if (!isPromise(found)) return found;
    const answer = Promise.resolve(found).catch((cause: unknown) => {
      throw unavailable(name, 'failed', cause);
    });
    return within(msMax, answer, () => {
      throw unavailable(name, `did not answer within ${msMax} ms`);
    });
  } catch (cause) {
    throw unavailable(name, 'failed', cause);
  }
};

const pagesName = 'records.boardRecords';

/** The same for each page of a board. */
const askedPages = (
  records: BoardRecords | BoardPages,
  msMax: number,
): BoardRecords | BoardPages =>
  'pages' in records
    ? {
        // By name: they may be inherited.
        outline: records.outline,
        isLarge: records.isLarge,
        async *pages(...kind: Parameters<BoardPages['pages']>) {
          const pages = await ask(pagesName, msMax, () =>
            records.pages(...kind)[Symbol.asyncIterator](),
          );
          const next = async () => ask(pagesName, msMax, () => pages.next());
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
const askedTime = (port: Refusing, msMax: number, onError: (error: unknown) => void): Refusing =>
  port.refusalTime === undefined
    ? {}
    : {
        refusalTime: async () => {
          try {
            await ask('refusalTime', msMax, () => port.refusalTime!());
          } catch (error) {
            onError(error);
          }
        },
      };

/** An error on standard error, in one line: what operators see who gave no `onError`. */
const printError = (error: unknown): void => {
  console.error(`tallyboard: ${String(error).replaceAll(/\s+/g, ' ')}`);
};

/**
 * Ports that are asked in time and whose answers are checked.
 *
 * @throws TypeError when a function of a port is missing
 */
export const checkedPorts = (
  ports: Ports,
  msMax: number,
): Ports & Required<Pick<Ports, 'onError'>> => {
  checkFunctions(ports);
  const { keys, organizations, records, computations, allowance, clock } = ports;
  const { compress, sha256 } = ports;
  const onError = quietly((error: unknown) =>
    ports.onError == null ? printError(error) : ports.onError(error),
  );
  /** What was found; a program without types may say `undefined` where nothing was. */
  const find = <A>(
    name: string,
    call: () => Awaitable<A | null>,
    check: (found: A) => A,
  ): Awaitable<A | null> =>
    after(ask(name, msMax, call), (found) => (found == null ? null : check(found)));
  const readClock = <A extends number>(name: string, call: () => A): A => {
    let value: A;
    try {
      value = call();
    } catch (cause) {
      throw unavailable(name, 'failed', cause);
    }
    return insist(name, value, Number.isSafeInteger(value), 'a whole number');
  };
  return {
    // By name, and called on its port: a port may be an object of a class.
    ...(compress == null ? {} : { compress }),
    ...(sha256 == null ? {} : { sha256: (bytes) => sha256.call(ports, bytes) }),
    onError,
    computations,
    keys: {
      find: (hash) =>
        find(
          'keys.find',
          () => keys.find(hash),
          ({ userId }) => ({
            userId: insist(
              'keys.find',
              userId,
              isText(userId),
              'a userId that is not empty, or null',
            ),
          }),
        ),
    },
    organizations: {
      find: (id, userId) =>
        find(
          'organizations.find',
          () => organizations.find(id, userId),
          (found) => {
            const { organization, role, ownerEnrolled } = found;
            const isSound =
              isText(idOf(organization)) && isRole(role) && typeof ownerEnrolled === 'boolean';
            insist(
              'organizations.find',
              found,
              isSound,
              'an organization with its id, a role or null, and ownerEnrolled',
            );
            return { organization: copyOf(organization), role, ownerEnrolled };
          },
        ),
      ...askedTime(organizations, msMax, onError),
    },
    records: {
      findBoard: (id, userId) =>
        find(
          'records.findBoard',
          () => records.findBoard(id, userId),
          (found) => {
            const isSound = isText(idOf(found.board)) && isRole(found.role);
            return insist(
              'records.findBoard',
              found,
              isSound,
              'a board with its id, and a role or null',
            );
          },
        ),
      ...askedTime(records, msMax, onError),
      boardRecords: (board) =>
        after(
          ask(pagesName, msMax, () => records.boardRecords(board)),
          (found) => askedPages(found, msMax),
        ),
      userRecords: (userId, boardContents) =>
        find(
          'records.userRecords',
          () => records.userRecords(userId, boardContents),
          (found) =>
            insist('records.userRecords', found, isText(idOf(found.user)), 'a user with its id'),
        ),
    },
    allowance: {
      spend: (spending) =>
        after(
          ask('allowance.spend', msMax, () => allowance.spend(spending)),
          checkedSpent,
        ),
    },
    clock: {
      today: () => readClock('clock.today', () => clock.today()),
      instant: () => readClock('clock.instant', () => clock.instant()),
    },
  };
};
