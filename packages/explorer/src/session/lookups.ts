import type { CallOptions, Client, Outcome } from '@tallyboard/client';
import { limits } from '@tallyboard/core/vocabulary';
import type { MonthSpan } from '../model/months.js';
import type { Comparison } from '../model/period.js';
import type { View } from '../model/view.js';
import type { Identity, PersonRows } from './state.js';

export const askIdentity = async (client: Client): Promise<Outcome<Identity>> => {
  const outcome = await client.me({ include: ['organizations'] });
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

/** The members of an organization; NaN when they cannot be counted. */
export const memberCount = async (
  client: Client,
  organization: string,
  options: CallOptions,
): Promise<Outcome<number>> => {
  const metrics = [{ name: 'memberCount' }] as const;
  const outcome = await client.metrics({ organization, metrics }, options);
  const [figure] = outcome.ok ? outcome.value.figures : [];
  return { ok: true, value: figure?.status === 'ready' ? figure.data : Number.NaN };
};

/** The service's current month: a series of the own term ends with it. */
export const serviceMonth = async (
  client: Client,
  organization: string,
): Promise<string | null> => {
  const metrics = [{ name: 'postCount' }] as const;
  const outcome = await client.metrics({ organization, metrics, dimensions: ['month'] });
  const [series] = outcome.ok ? outcome.value.figures : [];
  return series?.status === 'ready' ? (series.data[series.data.length - 1]?.month ?? null) : null;
};

/** The username of the builder of a board; empty for a board that cannot be read. */
export const findBuilder = async (
  client: Client,
  board: string,
  options: CallOptions,
): Promise<Outcome<string>> => {
  const outcome = await client.board(board, options);
  return { ok: true, value: outcome.ok ? outcome.value.attributes.builder.username : '' };
};

/**
 * Finds the roster rows of a person: in the months that are compared, else in the range. Of many with the
 * name it reads those with most posts and boards, which are the ones that rankings name.
 */
export const findPerson = async (
  client: Client,
  { organization, person }: View,
  range: MonthSpan | null,
  comparison: Comparison,
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
