import { type ContentKind, contentKinds, noPerson } from '../events/columns.js';
import type {
  AttachmentGroups,
  EngagementGroups,
  GroupedColumns,
  PeerGroups,
  ThingGroups,
} from '../events/grouped.js';
import { listOf, type Texts } from '../events/texts.js';
import { allVisitors } from '../index/index-people.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import type { PeriodCounts } from '../index/period-counts.js';
import { type IndexTimes, periodEdges } from '../index/periods.js';
import { amountKeys, countKeys, everybody } from '../index/total-keys.js';
import { type Totals, total } from '../index/totals.js';
import { mediaTypes } from '../model/metric.js';
import { roles } from '../model/role.js';
import { addBoardVisitors, addPeople, addThings, columnsInPeriods } from './counted.js';
import { changedRows, type GroupRows, groupRows } from './group-rows.js';

/*
 * What an index counted, and what was added since, as the counts of all: a new version of a large organization
 * is read without the events of the one before. Counts add up. Of people who came again, the visits before must
 * be counted once more, since a visit changes how later ones count.
 */

/** What was added to an organization since an index of it was built. */
export interface AddedGroups {
  /**
   * The directory, boards and scans as they are now. Of everything else the events that were added. Media
   * are those that were added or played; visitors are the people of the visits that were added, with all of
   * their visits.
   */
  readonly groups: GroupedColumns;
  /** The same visitors without the visits that were added. */
  readonly earlier: Pick<GroupedColumns, 'visitors' | 'boardVisitors'>;
}

/** The codes that some ids have now; `null` when one of them is gone. */
const codesNow = (ids: Texts, now: Texts): Int32Array | null => {
  const codes = new Int32Array(ids.length);
  let code = 0;
  for (let before = 0; before < codes.length; before++) {
    const id = ids.at(before)!;
    // Both ascend.
    while (code < now.length && now.at(code)! < id) code++;
    if (code === now.length || now.at(code) !== id) return null;
    codes[before] = code++;
  }
  return codes;
};

type Media = GroupedColumns['media'];

const mediaOf = ({ directory: { media } }: OrganizationIndex): Media => ({
  ids: media.ids,
  titles: media.titles,
  categories: Array.from(media.type, (type) => mediaTypes[type]!),
});

/** Media and more of them, in the order of their ids. */
const withMedia = (media: Media, more: Media): Media => {
  if (codesNow(more.ids, media.ids) !== null) return media;
  const [ids, titles, categories] = [[] as string[], [] as string[], [] as string[]];
  const take = ({ ids: from, titles: named, categories: sorts }: Media, code: number): void => {
    ids.push(from.at(code)!);
    titles.push(named.at(code)!);
    categories.push(sorts.at(code)!);
  };
  for (let [own, other] = [0, 0]; own < media.ids.length || other < more.ids.length; ) {
    const isOwn = own < media.ids.length;
    const isOther = other < more.ids.length;
    const [id, next] = [media.ids.at(own)!, more.ids.at(other)!];
    if (isOwn && (!isOther || id <= next)) take(media, own++);
    else take(more, other);
    if (isOther && (!isOwn || next <= id)) other++;
  }
  return { ids, titles, categories };
};

/** Adds groups to those collected. */
const addRows = (
  rows: GroupRows,
  { thing, period, count }: ThingGroups,
  codes: Int32Array | null = null,
): void => {
  for (let row = 0; row < thing.length; row++) {
    const of = codes === null ? thing[row]! : (codes[thing[row]!] ?? noPerson);
    rows.add(of, period[row]!, 0, count?.[row] ?? 1);
  }
};

/** The amount of a key in each column, for those that are not 0. */
const eachAmount = (
  totals: Totals<Uint32Array | Float64Array>,
  key: number,
  columns: number,
  take: (column: number, amount: number) => void,
): void => {
  for (let column = 0; column < columns; column++) {
    const amount = total(totals, key, { from: column, to: column + 1 });
    if (amount > 0) take(column, amount);
  }
};

const addContent = (
  { content, counts }: OrganizationIndex,
  kind: ContentKind,
  added: ThingGroups,
  members: Int32Array,
  periods: Uint16Array,
): ThingGroups => {
  const rows = groupRows();
  addThings(rows, content[kind], members, periods);
  const byOthers = new Int32Array(periods.length);
  const code = contentKinds.indexOf(kind);
  for (let role = 0; role <= everybody; role++) {
    const sign = role === everybody ? 1 : -1;
    eachAmount(counts, countKeys.content(code, role), periods.length, (column, amount) => {
      byOthers[column]! += sign * amount;
    });
  }
  for (const [column, count] of byOthers.entries()) {
    if (count > 0) rows.add(noPerson, periods[column]!, 0, count);
  }
  addRows(rows, added);
  return rows.done();
};

/** Counts by role and a small key of an index, and more of them. */
const addSmall = (index: OrganizationIndex, groups: GroupedColumns, periods: Uint16Array) => {
  const { counts, amounts, directory } = index;
  const categories = listOf(directory.words.attachmentCategories);
  const [peers, attached, spent] = [groupRows(), groupRows(), [] as number[]];
  const engaged = groupRows();
  for (const role of roles.keys()) {
    eachAmount(counts, countKeys.toPeers(role), periods.length, (column, amount) =>
      peers.add(role, periods[column]!, 0, amount),
    );
    for (const category of categories.keys()) {
      const key = countKeys.attachments(category, role);
      eachAmount(counts, key, periods.length, (column, amount) =>
        attached.add(category * roles.length + role, periods[column]!, 0, amount),
      );
    }
  }
  for (let group = 0; group < roles.length + 2; group++) {
    eachAmount(amounts, amountKeys.seconds(group), periods.length, (column, amount) => {
      engaged.add(group, periods[column]!, 0, 0);
      spent.push(amount);
    });
  }
  const { toPeers, attachments, engagement } = groups;
  addRows(peers, { ...toPeers, thing: Int32Array.from(toPeers.role) });
  const thing = Int32Array.from(
    attachments.role,
    (role, row) => (categories.length + attachments.category[row]!) * roles.length + role,
  );
  addRows(attached, { ...attachments, thing });
  addRows(engaged, { period: engagement.period, thing: Int32Array.from(engagement.group) });
  const [responses, files, time] = [peers.done(), attached.done(), engaged.done()];
  return {
    toPeers: { ...responses, role: Uint8Array.from(responses.thing) } satisfies PeerGroups,
    attachmentCategories: [...categories, ...groups.attachmentCategories],
    attachments: {
      ...files,
      role: Uint8Array.from(files.thing, (both) => both % roles.length),
      category: Uint32Array.from(files.thing, (both) => Math.floor(both / roles.length)),
    } satisfies AttachmentGroups,
    engagement: {
      period: time.period,
      group: Uint8Array.from(time.thing),
      seconds: Float64Array.from([...spent, ...engagement.seconds]),
    } satisfies EngagementGroups,
  };
};

/** Visitors of an index, less those counted anew, and these. */
const addVisitors = (
  { visitors, boardVisitors }: OrganizationIndex,
  { groups, earlier }: AddedGroups,
  boards: Int32Array,
  periods: Uint16Array,
  most: number,
) => {
  const asOne = ({ visitors: people }: AddedGroups['earlier']) => ({
    ...people,
    board: new Int32Array(people.period.length),
  });
  const all = changedRows({ added: asOne(groups), earlier: asOne(earlier) }, 1, most);
  addPeople(all, visitors, allVisitors, periods);
  const { boardVisitors: added, boards: known } = groups;
  const change = { added, earlier: earlier.boardVisitors };
  const byBoard = changedRows(change, known.ids.length, most);
  addBoardVisitors(byBoard, boardVisitors, boards, periods);
  const { thing: board, ...rest } = byBoard.done();
  return { visitors: all.done(), boardVisitors: { board, ...rest } };
};

/** The day on which each member was last seen. */
const addSeen = (index: OrganizationIndex, members: Int32Array, added: Int32Array): Int32Array => {
  const lastSeen = added.slice();
  for (const [before, now] of members.entries()) {
    lastSeen[now] = Math.max(lastSeen[now]!, index.lastSeen[before]!);
  }
  return lastSeen;
};

const areRolesSame = (
  { directory }: OrganizationIndex,
  members: Int32Array,
  now: Uint8Array,
): boolean => members.every((code, before) => now[code] === directory.members.role[before]);

/**
 * Adds to what an index counted. The facts that it was built from must be there unchanged, and members who
 * joined since must have done nothing before.
 *
 * @param index - built before, for any times
 * @param times - what the counts are for
 * @returns `null` when all events have to be counted anew: a member has left, or has another role; a board is
 *   gone; or the new times cut a period in two in which something happened
 *
 * @example
 * ```ts
 * const times = { ...organization, today };
 * const groups = groupEvents(columnsFrom(noFacts()), periodEdges(times));
 * const { visitors, boardVisitors } = groups;
 * addGroups(indexGroups(groups, times), { groups, earlier: { visitors, boardVisitors } }, times) !== null; // true
 * ```
 */
export const addGroups = (
  index: OrganizationIndex,
  added: AddedGroups,
  times: IndexTimes,
): GroupedColumns | null => {
  const edges = periodEdges(times);
  const { groups } = added;
  const { directory, boardPosts, plays } = index;
  const periods = columnsInPeriods(index.periods, edges);
  const members = codesNow(directory.members.ids, groups.members.ids);
  const boards = codesNow(directory.boards.ids, groups.boards.ids);
  if (periods === null || members === null || boards === null) return null;
  if (!areRolesSame(index, members, groups.members.role)) return null;
  const media = withMedia(mediaOf(index), groups.media);
  const things = (counts: PeriodCounts, codes: Int32Array, more: ThingGroups, now?: Int32Array) => {
    const rows = groupRows();
    addThings(rows, counts, codes, periods);
    addRows(rows, more, now);
    return rows.done();
  };
  const content = (kind: ContentKind): ThingGroups =>
    addContent(index, kind, groups.content[kind], members, periods);
  return {
    ...groups,
    ...addSmall(index, groups, periods),
    ...addVisitors(index, added, boards, periods, edges.length + 1),
    media,
    content: {
      boards: groups.content.boards,
      posts: content('posts'),
      comments: content('comments'),
      reactions: content('reactions'),
    },
    boardPosts: things(boardPosts, boards, groups.boardPosts),
    plays: things(
      plays,
      codesNow(directory.media.ids, media.ids)!,
      groups.plays,
      codesNow(groups.media.ids, media.ids)!,
    ),
    lastSeen: addSeen(index, members, groups.lastSeen),
  };
};
