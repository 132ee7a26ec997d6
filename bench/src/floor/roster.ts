import { contentKinds, type EventColumns } from '../../../packages/core/src/events/columns.js';
import { type Day, formatDay } from '../../../packages/core/src/model/day.js';
import { roles, shownRole } from '../../../packages/core/src/model/role.js';
import type { RosterPage, RosterQuestion } from '../../../packages/core/src/model/roster.js';
import { lastSeenDays } from '../last-seen.js';
import { countedBefore, countOf, type Months, monthsOf } from './before.js';
import { firstPlaces } from './first-places.js';

/** The first page of the roster by posts, most first: of equal counts the last id comes first. */
export const rosterOf = (
  columns: EventColumns,
): ((question: RosterQuestion, run: Months) => RosterPage) => {
  const { members, content } = columns;
  const { ids, names, usernames, emails, role, signup } = members;
  const lastSeen = lastSeenDays(columns);
  const month = monthsOf(content.day);
  // The last member is thing 0.
  const last = ids.length - 1;
  const [boards, posts, comments, reactions] = contentKinds.map((_, kind) =>
    countedBefore(ids.length, month, (row) =>
      content.kind[row] === kind && content.author[row]! >= 0 ? last - content.author[row]! : -1,
    ),
  );
  return ({ page, perPage }, run) => {
    if (page !== 1) throw new Error('Only the first page is known.');
    const { things, counts } = firstPlaces(posts!, run, Math.min(perPage, ids.length), 0);
    const rows = things.map((thing, at) => {
      const member = last - thing;
      const seen = lastSeen[member]!;
      const made = {
        boards: countOf(boards!, thing, run),
        posts: counts[at]!,
        comments: countOf(comments!, thing, run),
        reactions: countOf(reactions!, thing, run),
      };
      return {
        id: ids[member]!,
        name: names[member]!,
        username: usernames[member]!,
        email: emails[member]!,
        userType: shownRole(roles[role[member]!]!),
        active: made.boards + made.posts + made.comments + made.reactions > 0,
        signupDate: formatDay(signup[member] as Day),
        lastActivityDate: seen < 0 ? null : formatDay(seen as Day),
        boards: made.boards,
        posts: made.posts,
        comments: made.comments,
        reactions: made.reactions,
      };
    });
    return { rows, totalCount: ids.length };
  };
};
