import { contentKinds, type EventColumns } from '../../../packages/core/src/events/columns.js';
import type { Figure } from '../../../packages/core/src/model/figure.js';
import type { ResolvedQuery } from '../../../packages/core/src/model/metric.js';
import { countedBefore, type Months, monthsOf } from './before.js';
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

/** The six rankings of the dashboard by name and property. */
export const rankingsOf = (
  columns: EventColumns,
): ((query: ResolvedQuery, run: Months) => Figure) => {
  const { boards, media, members, content, plays } = columns;
  const month = monthsOf(content.day);
  const posts = contentKinds.indexOf('posts');
  const ofKind = (kind: number, thing: Int32Array, things: number) =>
    countedBefore(things, month, (row) => (content.kind[row] === kind ? thing[row]! : -1));
  const boardPosts = ofKind(posts, content.board, boards.ids.length);
  const userPosts = ofKind(posts, content.author, members.ids.length);
  const userBoards = ofKind(contentKinds.indexOf('boards'), content.author, members.ids.length);
  const { came, returns } = boardVisitors(columns);
  const playMonth = monthsOf(plays.day);
  const mediaOf = (type: string): Ranking => {
    const codes = [...media.ids.keys()].filter((code) => media.categories[code] === type);
    const placeOf = new Int32Array(media.ids.length).fill(-1);
    for (const [place, code] of codes.entries()) placeOf[code] = place;
    const before = countedBefore(codes.length, playMonth, (row) => placeOf[plays.media[row]!]!);
    return (run) => {
      const { things, counts } = firstPlaces(before, run, most);
      return things.map((thing, at) => {
        const code = codes[thing]!;
        return { hashid: media.ids[code]!, title: media.titles[code]!, plays: counts[at]! };
      });
    };
  };
  const byPosts: Ranking = (run) => {
    const { things, counts } = firstPlaces(boardPosts, run, most);
    return things.map((code, at) => ({
      hashid: boards.ids[code]!,
      title: boards.titles[code]!,
      posts: counts[at]!,
    }));
  };
  const byVisitors: Ranking = (run) => {
    const exactly = (board: number, counted: number): number => {
      const pairs = returns[board]!;
      let count = counted;
      for (let at = 0; at < pairs.length; at += 2) {
        if (pairs[at]! >= run.from && pairs[at + 1]! < run.to) count--;
      }
      return count;
    };
    const { things, counts } = firstPlaces(came, run, most, 1, exactly);
    return things.map((code, at) => ({
      hashid: boards.ids[code]!,
      title: boards.titles[code]!,
      visitors: counts[at]!,
    }));
  };
  const usersByPosts: Ranking = (run) => {
    const { things, counts } = firstPlaces(userPosts, run, most);
    return things.map((code, at) => ({
      hashid: members.ids[code]!,
      name: members.names[code]!,
      posts: counts[at]!,
    }));
  };
  const usersByBoards: Ranking = (run) => {
    const { things, counts } = firstPlaces(userBoards, run, most);
    return things.map((code, at) => ({
      hashid: members.ids[code]!,
      name: members.names[code]!,
      boards: counts[at]!,
    }));
  };
  const video = mediaOf('video');
  const audio = mediaOf('audio');
  return ({ name, properties: { sortBy, mediaType } }, run) => {
    if (name === 'topBoards') return sortBy === 'posts' ? byPosts(run) : byVisitors(run);
    if (name === 'topUsers') return sortBy === 'posts' ? usersByPosts(run) : usersByBoards(run);
    if (name === 'topMedia') return mediaType === 'audio' ? audio(run) : video(run);
    throw new Error(`${name} is no ranking.`);
  };
};
