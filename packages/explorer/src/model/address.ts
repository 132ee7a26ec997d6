import {
  rosterOrders,
  rosterRoles,
  rosterSorts,
  rosterStatuses,
} from '@tallyboard/core/vocabulary';
import { charts } from './catalog.js';
import { isMonth, type MonthSpan } from './months.js';
import { presetOf } from './period.js';
import { comparisons, firstView, type View } from './view.js';

const oneOf = <A extends string>(words: readonly A[], text: string | null): A | null =>
  words.find((word) => word === text) ?? null;

const monthsIn = (text: string): MonthSpan | null => {
  const [from = '', to = '', ...more] = text.split('..');
  return more.length === 0 && isMonth(from) && isMonth(to) ? { from, to } : null;
};

/** The last page that the API answers: a million rows come before it. */
const pageMax = 40_001;

const pageIn = (text: string | null): number => {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page > 0 && page <= pageMax ? page : 1;
};

/** The view of the part after `#` of an address; what it does not say is as at first. */
export const viewIn = (hash: string): View => {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const text = (name: string): string => words.get(name) ?? '';
  const range = text('range');
  const roles = text('by')
    .split(',')
    .filter((role) => /^[a-z]{1,20}$/i.test(role));
  const chartIds = charts.map(({ id }) => id);
  return {
    service: text('service'),
    organization: text('org'),
    range: presetOf(range)?.id ?? monthsIn(range) ?? firstView.range,
    compare: oneOf(comparisons, text('compare')) ?? firstView.compare,
    chart: oneOf(chartIds, text('chart')),
    roles: [...new Set(roles)],
    roster: {
      q: text('q'),
      status: oneOf(rosterStatuses, text('status')),
      role: oneOf(rosterRoles, text('role')),
      sort: oneOf(rosterSorts, text('sort')) ?? firstView.roster.sort,
      order: oneOf(rosterOrders, text('order')) ?? firstView.roster.order,
      page: pageIn(words.get('page')),
    },
    person: { id: text('person'), name: text('name') },
    board: text('board'),
  };
};

/** The words of an address for a view. The key is no part of a view. */
const wordsOf = (view: View): Readonly<Record<string, string | null>> => {
  const { service, organization, range, compare, chart, roles, roster, person, board } = view;
  return {
    service,
    org: organization,
    range: typeof range === 'string' ? range : `${range.from}..${range.to}`,
    compare,
    chart,
    by: roles.join(','),
    ...roster,
    page: String(roster.page),
    person: person.id,
    name: person.name,
    board,
  };
};

/** The part after `#` for a view, without what is as at first. */
export const hashOf = (view: View): string => {
  const first = wordsOf(firstView);
  const changed = Object.entries(wordsOf(view)).flatMap(([name, value]) =>
    value === null || value === first[name] ? [] : [[name, value]],
  );
  return changed.length === 0 ? '' : `#${new URLSearchParams(changed).toString()}`;
};
