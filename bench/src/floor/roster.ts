import { contentKinds, type EventColumns } from '../../../packages/core/src/events/columns.js';
import type { RosterPage, RosterQuestion } from '../../../packages/core/src/model/roster.js';
import { lastSeenDays } from '../last-seen.js';
import { rosterRow } from '../roster-from-reads.js';
import { countedBefore, countOf, type Months, monthsOf } from './before.js';
import { firstPlaces } from './first-places.js';

/** The first page of the roster by posts, most first: of equal counts the last id comes first. */
export const rosterOf = (
  columns: EventColumns,
): ((question: RosterQuestion, run: Months) => RosterPage) => {
  const { members, content } = columns;
  const { ids } = members;
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
      const [ofBoards, ofComments, ofReactions] = [boards!, comments!, reactions!].map((before) =>
        countOf(before, thing, run),
      );
      const row = [last - thing, ofBoards!, counts[at]!, ofComments!, ofReactions!];
      return rosterRow({ members, lastSeen }, row);
    });
    return { rows, totalCount: ids.length };
  };
};
