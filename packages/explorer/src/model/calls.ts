import type { RosterPageRequest } from '@tallyboard/client';
import {
  type OrganizationType,
  organizationRoles,
  type Role,
  roles,
} from '@tallyboard/core/vocabulary';
import {
  attachmentsEntry,
  cards,
  chartEntry,
  chartOf,
  charts,
  type Entry,
  inactiveEntry,
  membersEntry,
  noSafetyReason,
  rankings,
  safetyFigures,
  safetyLists,
  subscriptionEntry,
} from './catalog.js';
import type { MonthSpan } from './months.js';
import { type Dates, datesOf, monthsOfView, type Period, periodOf } from './period.js';
import type { View } from './view.js';

export interface Call {
  readonly organization: string;
  readonly entries: readonly Entry[];
  readonly byMonth: boolean;
  /** `null` for the organization's own term. */
  readonly months: MonthSpan | null;
}

/** What a view does not say: the organization's type, the service's month, the days of its own term. */
export interface Setting {
  /** `null` when the key does not list the organization. */
  readonly type: OrganizationType | null;
  readonly thisMonth: string;
  /** The days of the view's range as the service resolved them; `null` before its first answer. */
  readonly dates: Dates | null;
}

/** All that a view needs: two requests, and once a third where the seats need it. */
export interface ViewCalls {
  readonly now: Call;
  /** Seats of today, for a range that spans several terms and so has no number of its own. */
  readonly seats: Call;
  /** By month, the months before included; `null` before the days are known. */
  readonly months: Call | null;
  readonly roster: RosterPageRequest;
  readonly dates: Dates | null;
  readonly period: Period | null;
}

/** The roles of an organization; all there are when its type is unknown. */
export const rolesOf = (type: OrganizationType | null): readonly Role[] =>
  type === null ? roles : organizationRoles[type];

/** The roles that the chart of a view shows: an address may have those of another organization. */
export const rolesIn = (view: View, type: OrganizationType | null): readonly Role[] =>
  rolesOf(type).filter((role) => view.roles.includes(role));

const unique = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

const entriesNow = (type: OrganizationType | null): readonly Entry[] =>
  unique([
    ...cards.map(({ entry }) => entry),
    inactiveEntry,
    membersEntry,
    { name: 'newMemberCount' },
    { name: 'reactionCount' },
    subscriptionEntry,
    ...rankings.map(({ entry }) => entry),
    attachmentsEntry(rolesOf(type)),
    ...(noSafetyReason(type) === null
      ? [...safetyFigures, ...safetyLists].map(({ entry }) => entry)
      : []),
  ]);

const entriesByMonth = (view: View, type: OrganizationType | null): readonly Entry[] => {
  const all = rolesOf(type);
  const chart = chartOf(view.chart ?? 'posts');
  const slices = (id: typeof chart, list: readonly string[]) =>
    id.roles === 'no' ? [] : list.map((role) => chartEntry(id, all, role));
  return unique([
    ...charts.map((one) => chartEntry(one, all)),
    ...slices(chartOf('posts'), all),
    ...slices(chart, rolesIn(view, type)),
  ]);
};

const rosterRowsPerPage = 25;

const rosterOf = ({ organization, roster }: View, months: MonthSpan | null): RosterPageRequest => {
  const { q, status, role, sort, order, page } = roster;
  return {
    organization,
    ...{ sort, order, page, perPage: rosterRowsPerPage },
    ...(q.trim() === '' ? {} : { q }),
    ...(status === null ? {} : { status }),
    ...(role === null ? {} : { userType: role }),
    ...(months === null ? {} : { from: months.from, to: months.to }),
  };
};

export const callsOf = (view: View, setting: Setting): ViewCalls => {
  const { type, thisMonth } = setting;
  const { organization } = view;
  const months = monthsOfView(view, thisMonth);
  const dates = months === null ? setting.dates : datesOf(months);
  const period = dates === null ? null : periodOf(dates, view, thisMonth);
  return {
    now: { organization, entries: entriesNow(type), byMonth: false, months },
    seats: {
      organization,
      entries: [subscriptionEntry],
      byMonth: false,
      months: { from: thisMonth, to: thisMonth },
    },
    months:
      period === null
        ? null
        : {
            organization,
            entries: entriesByMonth(view, type),
            byMonth: true,
            months: period.asked,
          },
    roster: rosterOf(view, months),
    dates,
    period,
  };
};

/** Names a person in a range and in the months that it is compared with. */
export const personKey = ({ organization, person, range }: View, period: Period | null): string =>
  JSON.stringify([organization, person.id, range, period?.comparison]);

/** Names the days that a call is about. */
export const spanKey = ({ organization, months }: Pick<Call, 'organization' | 'months'>): string =>
  `${organization} ${months === null ? 'term' : `${months.from}..${months.to}`}`;

/** Names a call without its entries. */
export const callKey = (call: Omit<Call, 'entries'>): string =>
  `${spanKey(call)} ${call.byMonth ? 'by month' : 'whole'}`;

/** Names one figure: two requests that ask for the same name it alike. */
export const figureKey = (call: Omit<Call, 'entries'>, entry: Entry): string =>
  `${callKey(call)} ${JSON.stringify(entry)}`;

/** Counts the members of an organization that can be chosen. */
export const membersCall = (organization: string): Call => ({
  organization,
  entries: [membersEntry],
  byMonth: false,
  months: null,
});
