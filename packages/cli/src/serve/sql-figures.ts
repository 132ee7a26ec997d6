import type { ClickhouseEvents, OpenClickhouse } from '@tallyboard/clickhouse';
import { type FigureData, rosterOfRows } from '@tallyboard/core';
import type { RosterRow } from '@tallyboard/core/vocabulary';
import { type IndexComputations, type PendingState, Unavailable } from '@tallyboard/http';

/** Figures that are remembered: they take ClickHouse seconds, and whoever was told to wait comes again. */
const figuresMax = 1_000;
/** Rosters that are remembered, each with all its rows, for whoever walks through its pages. */
const rostersMax = 2;
/** How long a failure is told to those who come again, in milliseconds. */
const failureMs = 5_000;
/** When to ask again, in seconds. */
const retryAfterSeconds = 5;

/** One after the other for each organization. */
const takingTurns = () => {
  const turns = new Map<string, Promise<unknown>>();
  return <A>(organizationId: string, count: () => Promise<A>): Promise<A> => {
    const counted = (turns.get(organizationId) ?? Promise.resolve()).then(count);
    const over = counted
      .catch(() => undefined)
      .then(() => {
        if (turns.get(organizationId) === over) turns.delete(organizationId);
      });
    turns.set(organizationId, over);
    return counted;
  };
};

/** What is under way or known, by what it is about: so many, those asked for last. */
const remembered = <A>(most: number) => {
  const known = new Map<string, Promise<A>>();
  return (key: string, count: () => Promise<A>): Promise<A> => {
    const counted = known.get(key) ?? count();
    const isNew = !known.delete(key);
    known.set(key, counted);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    if (isNew) {
      counted.catch((error: unknown) => {
        const keptMs = error instanceof Unavailable ? 0 : failureMs;
        setTimeout(() => known.get(key) === counted && known.delete(key), keptMs).unref();
      });
    }
    return counted;
  };
};

const pendingWhileAway = (error: unknown): PendingState => {
  if (!(error instanceof Unavailable)) throw error;
  return { status: 'pending', retryAfterSeconds: error.retryAfterSeconds };
};

/**
 * The same computations, where ClickHouse counts by itself for organizations with more events than
 * `eventsMax`: no index is built of those.
 */
export const withSqlFigures = (
  computations: IndexComputations,
  source: OpenClickhouse,
  eventsMax: number,
): IndexComputations => {
  const inTurn = takingTurns();
  const figureOf = remembered<FigureData>(figuresMax);
  const rosterOf = remembered<readonly RosterRow[]>(rostersMax);
  const tooLarge = (organizationId: string): ClickhouseEvents | null => {
    const events = source.eventsOf(organizationId);
    return events !== null && events.events > eventsMax ? events : null;
  };
  return {
    ...computations,
    metric: (organizationId, plan, query) => {
      const events = tooLarge(organizationId);
      if (events === null) return computations.metric(organizationId, plan, query);
      const { range, byMonth, today } = plan;
      const key = JSON.stringify([organizationId, events.version, range, byMonth, today, query]);
      return figureOf(key, () => inTurn(organizationId, () => events.figures(query, plan))).then(
        (data) => ({ status: 'ready' as const, data }),
        pendingWhileAway,
      );
    },
    roster: (organizationId, plan) => {
      const events = tooLarge(organizationId);
      if (events === null) return computations.roster(organizationId, plan);
      const { range, question } = plan;
      const key = JSON.stringify([organizationId, events.version, range]);
      return rosterOf(key, () => inTurn(organizationId, () => events.roster(range))).then(
        (rows) => ({ status: 'ready' as const, page: rosterOfRows(rows, question) }),
        pendingWhileAway,
      );
    },
    postponed: (organizationId, plan) =>
      tooLarge(organizationId) === null
        ? (computations.postponed?.(organizationId, plan) ?? null)
        : retryAfterSeconds,
  };
};
