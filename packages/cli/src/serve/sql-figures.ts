import { isInSql, type OpenClickhouse } from '@tallyboard/clickhouse';
import type { FigureData, MetricsPlan, ResolvedQuery } from '@tallyboard/core';
import { type IndexComputations, type PendingState, Unavailable } from '@tallyboard/http';

/** Figures that are remembered: they take ClickHouse seconds, and whoever was told to wait comes again. */
const rememberedMax = 1_000;
/** How long a failure is told to those who come again, in milliseconds. */
const failureMs = 5_000;
/** When to ask again, in seconds. */
const retryAfterSeconds = 5;

const keyOf = (
  organizationId: string,
  version: string,
  { range, byMonth, today }: MetricsPlan,
  query: ResolvedQuery,
): string => JSON.stringify([organizationId, version, range, byMonth, today, query]);

/** Figures under way or known, by what they are figures of; an organization's are counted one by one. */
const countedFigures = () => {
  const known = new Map<string, Promise<FigureData>>();
  const turns = new Map<string, Promise<unknown>>();

  const begin = (organizationId: string, key: string, count: () => Promise<FigureData>) => {
    const figure = (turns.get(organizationId) ?? Promise.resolve()).then(count);
    turns.set(
      organizationId,
      figure.catch(() => undefined),
    );
    known.set(key, figure);
    const [oldest] = known.keys();
    if (known.size > rememberedMax && oldest !== undefined) known.delete(oldest);
    figure.catch((error: unknown) => {
      const keptMs = error instanceof Unavailable ? 0 : failureMs;
      setTimeout(() => known.delete(key), keptMs).unref();
    });
    return figure;
  };

  return (organizationId: string, key: string, count: () => Promise<FigureData>) =>
    known.get(key) ?? begin(organizationId, key, count);
};

const pendingWhileAway = (error: unknown): PendingState => {
  if (!(error instanceof Unavailable)) throw error;
  return { status: 'pending', retryAfterSeconds: error.retryAfterSeconds };
};

/**
 * The same computations, where ClickHouse counts what it can for organizations with more events than
 * `eventsMax`: the figures that no index is built for. Rankings and the roster of those fail as before.
 */
export const withSqlFigures = (
  computations: IndexComputations,
  source: OpenClickhouse,
  eventsMax: number,
): IndexComputations => {
  const figureOf = countedFigures();
  const tooLarge = (organizationId: string) => {
    const events = source.eventsOf(organizationId);
    return events !== null && events.events > eventsMax ? events : null;
  };
  return {
    ...computations,
    metric: (organizationId, plan, query) => {
      const events = tooLarge(organizationId);
      if (events === null || !isInSql(query.name)) {
        return computations.metric(organizationId, plan, query);
      }
      const key = keyOf(organizationId, events.version, plan, query);
      return figureOf(organizationId, key, () => events.figures(query, plan)).then(
        (data) => ({ status: 'ready' as const, data }),
        pendingWhileAway,
      );
    },
    postponed: (organizationId, plan) =>
      tooLarge(organizationId) === null
        ? (computations.postponed?.(organizationId, plan) ?? null)
        : retryAfterSeconds,
  };
};
