import {
  rosterOrders,
  rosterRoles,
  rosterSorts,
  rosterStatuses,
} from '@tallyboard/core/vocabulary';
import { charts } from './catalog.js';
import { isMonth, type MonthSpan } from './months.js';
import { firstPreset, presetOf } from './period.js';
import { comparisons, firstRoster, type RosterView, type View } from './view.js';

const oneOf = <A extends string>(words: readonly A[], text: string | null): A | null =>
  words.find((word) => word === text) ?? null;

const monthsIn = (text: string): MonthSpan | null => {
  const [from = '', to = '', ...more] = text.split('..');
  return more.length === 0 && isMonth(from) && isMonth(to) ? { from, to } : null;
};

/** The last page that the API answers: a million rows come before it. */
const pageMax = 40_001;

const rosterIn = (words: URLSearchParams): RosterView => {
  const page = Number(words.get('page') ?? '1');
  return {
    q: words.get('q') ?? firstRoster.q,
    status: oneOf(rosterStatuses, words.get('status')),
    role: oneOf(rosterRoles, words.get('role')),
    sort: oneOf(rosterSorts, words.get('sort')) ?? firstRoster.sort,
    order: oneOf(rosterOrders, words.get('order')) ?? firstRoster.order,
    page: Number.isSafeInteger(page) && page > 0 && page <= pageMax ? page : 1,
  };
};

/** The view of the part after `#` of an address; what it does not say is as at first. */
export const viewIn = (hash: string): View => {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const range = words.get('range') ?? '';
  const roles = (words.get('by') ?? '').split(',').filter((role) => /^[a-z]{1,20}$/i.test(role));
  return {
    service: words.get('service') ?? '',
    organization: words.get('org') ?? '',
    range: presetOf(range)?.id ?? monthsIn(range) ?? firstPreset,
    chart:
      oneOf(
        charts.map(({ id }) => id),
        words.get('chart'),
      ) ?? null,
    compare: oneOf(comparisons, words.get('compare')) ?? 'year',
    roles: [...new Set(roles)],
    roster: rosterIn(words),
    person: { id: words.get('person') ?? '', name: words.get('name') ?? '' },
    board: words.get('board') ?? '',
  };
};

/** The part after `#` for a view, without what is as at first. The key is no part of a view. */
export const hashOf = ({
  service,
  organization,
  range,
  compare,
  chart,
  roles,
  roster,
  person,
  board,
}: View): string => {
  const words = new URLSearchParams();
  const set = (name: string, value: string | null, first: string | null): void => {
    if (value !== null && value !== first) words.set(name, value);
  };
  set('service', service, '');
  set('org', organization, '');
  set('range', typeof range === 'string' ? range : `${range.from}..${range.to}`, firstPreset);
  set('compare', compare, 'year');
  set('chart', chart, null);
  set('by', roles.join(','), '');
  set('q', roster.q, '');
  set('status', roster.status, null);
  set('role', roster.role, null);
  set('sort', roster.sort, firstRoster.sort);
  set('order', roster.order, firstRoster.order);
  set('page', String(roster.page), '1');
  set('person', person.id, '');
  set('name', person.name, '');
  set('board', board, '');
  const text = words.toString();
  return text === '' ? '' : `#${text}`;
};
