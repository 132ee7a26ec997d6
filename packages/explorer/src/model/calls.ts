import {
  limits,
  type OrganizationType,
  organizationRoles,
  type Role,
  roles,
} from '@tallyboard/core/vocabulary';
import { cards } from './cards.js';
import { chartEntry, chartOf, charts, type Entry } from './charts.js';
import {
  attachmentsEntry,
  noSafetyReason,
  rankings,
  safetyFigures,
  safetyLists,
  subscriptionEntry,
} from './lists.js';
import { lengthOf, type MonthSpan } from './months.js';
import { type Before, type Dates, datesOf, monthsOfView, periodBefore } from './period.js';
import type { View } from './view.js';

/** One metrics request (4.1). */
export interface Call {
  readonly organization: string;
  readonly entries: readonly Entry[];
  readonly byMonth: boolean;
  /** `null` for the organization's own term. */
  readonly months: MonthSpan | null;
}

/** What is known beside the view: the organization's type, the month, and the days of its own term. */
export interface Setting {
  /** `null` when the key does not list the organization. */
  readonly type: OrganizationType | null;
  readonly thisMonth: string;
  /** The days of the view's range as the service resolved them; `null` before its first answer. */
  readonly dates: Dates | null;
}

/** All that a view needs, request by request. */
export interface ViewCalls {
  /** The range as a whole. */
  readonly now: Call;
  /** By month; reaches back over the period before where one request can. */
  readonly months: Call;
  /** The cards over the period before. */
  readonly before: Call | null;
  /** The months of the period before, where `months` does not reach. */
  readonly monthsBefore: Call | null;
  /** The period before, `null` as long as the range is not known. */
  readonly period: Before | null;
}

/** The roles of an organization; all there are when its type is not known. */
export const rolesOf = (type: OrganizationType | null): readonly Role[] =>
  type === null ? roles : organizationRoles[type];

const unique = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

const entriesNow = (type: OrganizationType | null): readonly Entry[] =>
  unique([
    ...cards.map(({ entry }) => entry),
    { name: 'memberCount' },
    { name: 'newMemberCount' },
    { name: 'reactionCount' },
    subscriptionEntry,
    ...rankings.map(({ entry }) => entry),
    attachmentsEntry(rolesOf(type)),
    ...(noSafetyReason(type) === null
      ? [...safetyFigures, ...safetyLists].map(({ entry }) => entry)
      : []),
  ]);

const everybodyByMonth = (type: OrganizationType | null): readonly Entry[] =>
  charts.map((chart) => chartEntry(chart, rolesOf(type)));

const slicesByMonth = ({ chart, roles: chosen }: View, type: OrganizationType | null) =>
  chartOf(chart).roles === 'no'
    ? []
    : chosen.map((role) => chartEntry(chartOf(chart), rolesOf(type), role));

/** From the first month of the period before to the last of the range, where one request takes as many. */
const together = (months: MonthSpan | null, period: Before | null): MonthSpan | null => {
  if (months === null || period?.kind !== 'months') return null;
  const all = { from: period.months.from, to: months.to };
  return lengthOf(all) <= limits.rangeMonthsMax ? all : null;
};

/** The requests that a view needs. Those of the first picture are `now` and `months`. */
export const callsOf = (view: View, setting: Setting): ViewCalls => {
  const { type, thisMonth } = setting;
  const { organization } = view;
  const months = monthsOfView(view, thisMonth);
  const dates = months === null ? setting.dates : datesOf(months);
  const period = dates === null ? null : periodBefore(dates, view, thisMonth);
  const span = together(months, period);
  const call = (entries: readonly Entry[], byMonth: boolean, of: MonthSpan | null): Call => ({
    organization,
    entries,
    byMonth,
    months: of,
  });
  const monthly = [...everybodyByMonth(type), ...slicesByMonth(view, type)];
  return {
    now: call(entriesNow(type), false, months),
    months: call(monthly, true, span ?? months),
    before:
      period?.kind === 'months'
        ? call(unique(cards.map(({ entry }) => entry)), false, period.months)
        : null,
    monthsBefore:
      period?.kind === 'months' && span === null
        ? call(everybodyByMonth(type), true, period.months)
        : null,
    period,
  };
};

/** Names the days that a call is about. */
export const spanKey = ({ organization, months }: Pick<Call, 'organization' | 'months'>): string =>
  `${organization} ${months === null ? 'term' : `${months.from}..${months.to}`}`;

/** Names one figure: two requests that ask for the same name it alike. */
export const figureKey = (call: Omit<Call, 'entries'>, entry: Entry): string =>
  `${spanKey(call)} ${call.byMonth ? 'by month' : 'whole'} ${JSON.stringify(entry)}`;
