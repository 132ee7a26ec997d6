import type {
  CallOptions,
  Client,
  Failure,
  MetricsOutcome,
  Outcome,
  PlainEntry,
  RosterPageRequest,
} from '@tallyboard/client';
import { type FigureData, limits } from '@tallyboard/core/vocabulary';
import { type Call, callKey, figureKey, membersCall, personKey, spanKey } from '../model/calls.js';
import { type Known, known } from '../model/known.js';
import type { MonthSpan } from '../model/months.js';
import type { Dates, Period } from '../model/period.js';
import type { View } from '../model/view.js';
import { type Identity, type Kinds, type Part, type PersonRows, recordKey } from './state.js';

/** What a request came to. */
interface Answer {
  /** By key, what is there. */
  readonly values: readonly (readonly [string, Known<unknown>])[];
  /** The days of a span, once the answer is whole. */
  readonly dates?: readonly [string, Dates] | undefined;
  readonly failure: Failure | null;
}

/** What a view needs of one request. */
export interface Want {
  /** Two wants of one id are about the same. */
  readonly id: string;
  /** What the answer is kept by. */
  readonly keys: readonly string[];
  /** Whose allowance it uses; `null` for none. */
  readonly part: Part | null;
  /** The organization of which it names months; `null` for none. */
  readonly monthsOf: string | null;
  /** Asks for some of the keys. */
  readonly ask: (client: Client, options: CallOptions, keys: readonly string[]) => Promise<Answer>;
}

type AnyOutcome = MetricsOutcome<readonly PlainEntry[], readonly 'month'[]>;

/** The figures of a call. */
export const figuresWant = (call: Call): Want => {
  const { organization, entries, byMonth, months } = call;
  const keyed = entries.map((entry) => [figureKey(call, entry), entry] as const);
  return {
    id: callKey(call),
    keys: keyed.map(([key]) => key),
    part: 'metrics',
    monthsOf: months === null ? null : organization,
    ask: async (client, options, keys) => {
      const asked = keyed.filter(([key]) => keys.includes(key));
      const metrics = asked.map(([, entry]) => entry);
      const request = { organization, metrics, dimensions: byMonth ? ['month'] : [], ...months };
      const outcome = (await client.metrics(request as never, options)) as unknown as AnyOutcome;
      const figures = outcome.ok ? outcome.value.figures : (outcome.soFar?.figures ?? []);
      return {
        values: figures.flatMap((figure, at) => {
          const [key] = asked[at]!;
          if (figure.status === 'ready') return [[key, known(figure.data as FigureData)]];
          if (figure.status === 'pending') return [];
          return [[key, { kind: 'failed', why: figure.detail || figure.code }]];
        }),
        dates: outcome.ok ? [spanKey(call), outcome.value.dateRange] : undefined,
        failure: outcome.ok ? null : outcome.failure,
      };
    },
  };
};

/** The members of an organization that can be chosen; one that cannot be counted is no problem. */
export const membersWant = (organization: string): Want => {
  const want = figuresWant(membersCall(organization));
  return { ...want, ask: async (...args) => ({ ...(await want.ask(...args)), failure: null }) };
};

const record = <K extends keyof Kinds>(
  kind: K,
  id: string,
  part: Part | null,
  send: (client: Client, options: CallOptions) => Promise<Outcome<Kinds[K]>>,
): Want => {
  const key = recordKey(kind, id);
  return {
    id: key,
    keys: [key],
    part,
    monthsOf: null,
    ask: async (client, options) => {
      const outcome = await send(client, options);
      return outcome.ok
        ? { values: [[key, known(outcome.value)]], failure: null }
        : { values: [], failure: outcome.failure };
    },
  };
};

const askIdentity = async (client: Client, options: CallOptions): Promise<Outcome<Identity>> => {
  const outcome = await client.me({ include: ['organizations'], ...options });
  if (!outcome.ok) return outcome;
  const { attributes, organizations } = outcome.value;
  const name = attributes.displayName || attributes.name || attributes.username;
  const mine = organizations.map(({ id, attributes: of }) => ({
    id,
    name: of.name,
    type: of.organizationType,
  }));
  return { ok: true, value: { name, organizations: mine } };
};

export const identityWant: Want = record('identity', '', null, askIdentity);

export const boardWant = (id: string): Want =>
  record('board', id, null, (client, options) =>
    client.board(id, { include: ['sections', 'posts', 'comments'], ...options }),
  );

export const builderWant = (id: string): Want =>
  record('builder', id, null, async (client, options) => {
    const outcome = await client.board(id, options);
    return { ok: true, value: outcome.ok ? outcome.value.attributes.builder.username : '' };
  });

export const rosterWant = (request: RosterPageRequest): Want =>
  record('roster', JSON.stringify(request), 'roster', (client, options) =>
    client.rosterPage(request, options),
  );

export const personWant = (view: View, range: MonthSpan | null, period: Period): Want =>
  record('person', personKey(view, period), 'roster', (client, options) =>
    findPerson(client, view, range, period, options),
  );

/**
 * Finds the roster rows of a person: in the months that are compared, else in the range. Of many with the
 * name it reads those with most posts and boards, which are the ones that rankings name.
 */
export const findPerson = async (
  client: Client,
  { organization, person }: View,
  range: MonthSpan | null,
  { comparison }: Pick<Period, 'comparison'>,
  options: CallOptions,
): Promise<Outcome<PersonRows>> => {
  const q = person.name.trim();
  const filter = { organization, ...(q === '' ? {} : { q }), page: 1, perPage: limits.perPageMax };
  const find = async (months: MonthSpan | null): Promise<Outcome<Omit<PersonRows, 'before'>>> => {
    for (const sort of ['posts', 'boards'] as const) {
      const request = { ...filter, ...months, sort, order: 'desc' } as const;
      const outcome = await client.rosterPage(request, options);
      if (!outcome.ok) return outcome;
      const now = outcome.value.rows.find(({ id }) => id === person.id) ?? null;
      if (now !== null || outcome.value.totalPages < 2)
        return { ok: true, value: { now, isSearched: true } };
    }
    return { ok: true, value: { now: null, isSearched: false } };
  };
  const isCompared = comparison.kind === 'months';
  const found = await find(isCompared ? comparison.now : range);
  if (!found.ok) return found;
  const before = isCompared ? await find(comparison.before) : null;
  return { ok: true, value: { ...found.value, before: before?.ok ? before.value.now : null } };
};

/** The service's current month: a series of the own term ends with it; `null` when it cannot be had. */
export const serviceMonth = async (
  client: Client,
  organization: string,
): Promise<string | null> => {
  const metrics = [{ name: 'postCount' }] as const;
  const outcome = await client.metrics({ organization, metrics, dimensions: ['month'] });
  const [series] = outcome.ok ? outcome.value.figures : [];
  return series?.status === 'ready' ? (series.data[series.data.length - 1]?.month ?? null) : null;
};
