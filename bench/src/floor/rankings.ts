import {
  type ContentKind,
  contentKinds,
  type EventColumns,
} from '../../../packages/core/src/events/columns.js';
import type { Figure } from '../../../packages/core/src/model/figure.js';
import type { ResolvedQuery } from '../../../packages/core/src/model/metric.js';
import { type Before, countedBefore, type Months, monthsOf } from './before.js';
import { firstPlaces } from './first-places.js';

const most = 10;

type Ranking = (run: Months) => Figure;

/** Visitors of each board: those of each month, and those of them who had come before, with both months. */
const boardVisitors = ({ visits, boards, people }: EventColumns) => {
  const month = monthsOf(visits.day);
  const rows = Uint32Array.from(month, (_, row) => row).sort(
    (a, b) => visits.board[a]! - visits.board[b]! || a - b,
  );
  const isFirst = new Uint8Array(rows.length);
  const returns: number[][] = boards.ids.map(() => []);
  const [onBoard, last] = [new Int32Array(people).fill(-1), new Uint8Array(people)];
  for (const row of rows) {
    const [board, person, now] = [visits.board[row]!, visits.visitor[row]!, month[row]!];
    const hasCome = onBoard[person] === board;
    if (hasCome && last[person] === now) continue;
    isFirst[row] = 1;
    if (hasCome) returns[board]!.push(last[person]!, now);
    onBoard[person] = board;
    last[person] = now;
  }
  const came = countedBefore(boards.ids.length, month, (row) =>
    isFirst[row] === 1 ? visits.board[row]! : -1,
  );
  return { came, returns: returns.map((pairs) => Uint8Array.from(pairs)) };
};

/** The first places of things as items: what names them, and the field of the count. */
const ranking =
  (
    before: Before,
    nameOf: (thing: number) => object,
    figure: string,
    exactly?: (run: Months) => (thing: number, counted: number) => number,
  ): Ranking =>
  (run) => {
    const { things, counts } = firstPlaces(before, run, most, 1, exactly?.(run));
    return things.map((thing, at) => ({
      ...nameOf(thing),
      [figure]: counts[at]!,
    })) as unknown as Figure;
  };

/** Those of the people who came to a board that had come within the range before are taken off. */
const withoutReturns =
  (returns: readonly Uint8Array[]) =>
  ({ from, to }: Months) =>
  (board: number, counted: number): number => {
    const pairs = returns[board]!;
    let count = counted;
    for (let at = 0; at < pairs.length; at += 2) {
      if (pairs[at]! >= from && pairs[at + 1]! < to) count--;
    }
    return count;
  };

/** Plays of the items of a type, which have codes of their own. */
const playsOf = ({ media, plays }: EventColumns, type: string): Ranking => {
  const codes = [...media.ids.keys()].filter((code) => media.categories[code] === type);
  const placeOf = new Int32Array(media.ids.length).fill(-1);
  for (const [place, code] of codes.entries()) placeOf[code] = place;
  const month = monthsOf(plays.day);
  const before = countedBefore(codes.length, month, (row) => placeOf[plays.media[row]!]!);
  const nameOf = (thing: number) => {
    const code = codes[thing]!;
    return { hashid: media.ids[code]!, title: media.titles[code]! };
  };
  return ranking(before, nameOf, 'plays');
};

/** The six rankings of the dashboard by name and property. */
export const rankingsOf = (
  columns: EventColumns,
): ((query: ResolvedQuery, run: Months) => Figure) => {
  const { boards, members, content } = columns;
  const month = monthsOf(content.day);
  const ofKind = (name: ContentKind, thing: Int32Array, things: number): Before => {
    const kind = contentKinds.indexOf(name);
    return countedBefore(things, month, (row) => (content.kind[row] === kind ? thing[row]! : -1));
  };
  const byBoard = (code: number) => ({ hashid: boards.ids[code]!, title: boards.titles[code]! });
  const byUser = (code: number) => ({ hashid: members.ids[code]!, name: members.names[code]! });
  const { came, returns } = boardVisitors(columns);
  const ofUsers = (kind: ContentKind): Ranking =>
    ranking(ofKind(kind, content.author, members.ids.length), byUser, kind);
  const rankings: Readonly<Record<string, Ranking>> = {
    'topBoards posts': ranking(ofKind('posts', content.board, boards.ids.length), byBoard, 'posts'),
    'topBoards visitors': ranking(came, byBoard, 'visitors', withoutReturns(returns)),
    'topUsers posts': ofUsers('posts'),
    'topUsers boards': ofUsers('boards'),
    'topMedia video': playsOf(columns, 'video'),
    'topMedia audio': playsOf(columns, 'audio'),
  };
  return ({ name, properties: { sortBy, mediaType } }, run) =>
    rankings[`${name} ${String(sortBy ?? mediaType)}`]!(run);
};
