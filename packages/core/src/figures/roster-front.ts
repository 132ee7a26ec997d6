import { type ContentKind, contentKinds } from '../events/columns.js';
import type { DayRun } from '../index/calendar.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { countEventsFrom } from '../index/timelines.js';
import { membersByContent } from './ranked.js';
import type { RosterFilter } from './roster-filter.js';
import { topOf } from './top.js';

/* Pages near the front of an order by a count, found without counting what all members have. */

/** Which accepted members of an order stand on a page; `end` is not above how many there are. */
export interface Places {
  readonly start: number;
  readonly end: number;
}

/** The first members by a count, as long as it is above zero; `null` when they do not fill the page. */
export const firstByMost = (
  index: OrganizationIndex,
  kind: ContentKind,
  run: DayRun,
  { accepts }: RosterFilter,
  { start, end }: Places,
): readonly number[] | null => {
  const contest = membersByContent(index, kind, run, accepts);
  const top = topOf({ ...contest, ties: 'descending' }, end);
  return top.length < end ? null : top.slice(start).map(({ code }) => code);
};

/** The first members without any, by id; `null` when they do not fill the page. */
export const firstWithout = (
  { content, directory: { members, knownUsers } }: OrganizationIndex,
  kind: ContentKind,
  { from, to }: DayRun,
  { accepts }: RosterFilter,
  { start, end }: Places,
): readonly number[] | null => {
  const first = contentKinds.indexOf(kind) * knownUsers;
  const without: number[] = [];
  for (let member = 0; member < members.ids.length && without.length < end; member++) {
    if (countEventsFrom(content, first + member, from, to, 1) > 0 || !accepts(member)) continue;
    without.push(member);
  }
  return without.length < end ? null : without.slice(start);
};
