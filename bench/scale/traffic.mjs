// Requests for figures, all the time, with a count of what became of them.

/** @typedef {import('./requests.mjs').Asked} Asked */

export const pause = (/** @type {number} */ ms) =>
  new Promise((resolve) => setTimeout(resolve, ms));

const nothingSeen = () => ({
  ok: 0,
  pending: 0,
  away: 0,
  refused: 0,
  /** Sent and perhaps counted; the answer never came. */
  lost: 0,
  /** Any other status, and every 200 that is not, to the byte, what it must be. */
  wrong: 0,
  slowestMs: 0,
  firstOk: 0,
  lastBad: 0,
  /** The first 200 after the last bad answer. */
  back: 0,
});

/** @typedef {ReturnType<typeof nothingSeen>} Seen */

/** @type {Readonly<Record<number, (seen: Seen, isWanted: boolean) => void>>} */
const counting = {
  200: (seen, isWanted) => {
    const now = performance.now();
    seen.ok += 1;
    if (!isWanted) seen.wrong += 1;
    if (seen.firstOk === 0) seen.firstOk = now;
    if (seen.back < seen.lastBad) seen.back = now;
  },
  202: (seen) => void (seen.pending += 1),
  429: (seen) => void (seen.refused += 1),
  503: (seen) => {
    seen.away += 1;
    seen.lastBad = performance.now();
  },
};

/**
 * Has four clients ask services in turn until stopped.
 *
 * @param {() => readonly string[]} addresses @param {readonly Asked[]} asked
 * @param {readonly string[]} wanted - the body of each answer
 */
export const traffic = (addresses, asked, wanted, pauseMs = 40) => {
  const seen = nothingSeen();
  let isOver = false;
  const ask = async (/** @type {number} */ turn) => {
    const which = turn % asked.length;
    const { path, init } = /** @type {Asked} */ (asked[which]);
    const services = addresses();
    const begun = performance.now();
    try {
      const response = await fetch(`${services[turn % services.length]}${path}`, init);
      const body = await response.text();
      const count = counting[response.status];
      if (count === undefined) seen.wrong += 1;
      else count(seen, body === wanted[which]);
    } catch {
      seen.lost += 1;
      seen.lastBad = performance.now();
    }
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun);
  };
  const client = async (/** @type {number} */ number) => {
    for (let turn = number; !isOver; turn++) {
      await ask(turn);
      await pause(pauseMs);
    }
  };
  const clients = Promise.all([0, 1, 2, 3].map(client));
  return {
    seen,
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
};
