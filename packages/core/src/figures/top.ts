import type { DayRun } from '../index/calendar.js';
import { leadersMax, rivalsOf, type Standings, sizeOf, type Things } from '../index/standings.js';

/** One place of a ranking: what it is, by code, and its count. */
export interface Place {
  readonly code: number;
  readonly count: number;
}

/** What is ranked, and how it is counted. */
export interface Contest {
  readonly things: Things;
  readonly standings: Standings;
  readonly run: DayRun;
  readonly accepts: (code: number) => boolean;
  /** The count within the run when it is at least `least`, otherwise 0. */
  readonly countFrom: (code: number, least: number) => number;
  /** Which of two codes with equal counts comes first. */
  readonly ties: 'ascending' | 'descending';
}

/** The highest counts so far, and what a count must at least be to join them. */
interface Podium {
  readonly top: Place[];
  readonly most: number;
  least: number;
}

const consider = (contest: Contest, podium: Podium, code: number): void => {
  const { top, most } = podium;
  if (!contest.accepts(code)) return;
  const count = contest.countFrom(code, podium.least);
  if (count < podium.least) return;
  const sign = contest.ties === 'ascending' ? 1 : -1;
  let to = top.length;
  while (to > 0) {
    const above = top[to - 1]!;
    if (above.count > count || (above.count === count && sign * (above.code - code) < 0)) break;
    to--;
  }
  if (to === most) return;
  if (top.length === most) top.pop();
  top.splice(to, 0, { code, count });
  if (top.length === most) podium.least = top[most - 1]!.count;
};

/** Whether nobody can follow after the leaders: all were looked at, or the next has too few of all time. */
const considerLeaders = (contest: Contest, podium: Podium): boolean => {
  const { things, standings } = contest;
  const { leaders } = standings;
  for (const code of leaders) {
    if (sizeOf(things, code) < podium.least) return true;
    consider(contest, podium, code);
  }
  return leaders.length > 0 && leaders.length < leadersMax;
};

const considerRivals = (contest: Contest, podium: Podium): void => {
  const { things, standings, run } = contest;
  const last = standings.leaders.at(-1);
  const lastSize = last === undefined ? Number.POSITIVE_INFINITY : sizeOf(things, last);
  const nextRival = rivalsOf(things, standings, run);
  for (let code = 0; ; code++) {
    code = nextRival(code, podium.least);
    if (code >= things.count) return;
    const size = sizeOf(things, code);
    const isLeader = size > lastSize || (size === lastSize && code <= last!);
    if (!isLeader) consider(contest, podium, code);
  }
};

/** The highest counts, at most `most` of them, zero never among them. */
export const topOf = (contest: Contest, most: number): readonly Place[] => {
  const podium: Podium = { top: [], most, least: 1 };
  if (!considerLeaders(contest, podium)) considerRivals(contest, podium);
  return podium.top;
};
