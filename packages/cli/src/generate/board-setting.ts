import type { Instant } from '@tallyboard/core/vocabulary';
import type { Chance } from './chance.js';
import type { Members } from './members.js';
import type { Setting } from './setting.js';

/** Something that a user did: without an author it is anonymous. */
export interface Act {
  readonly authorId: string | null;
  readonly at: Instant;
}

/** A board and the circle of members who use it. */
export interface BoardSetting {
  readonly setting: Setting;
  readonly chance: Chance;
  readonly boardId: string;
  readonly createdAt: Instant;
  /** When most of it is over; visitors come later still. */
  readonly busyUntil: Instant;
  /** One of the circle, who is a member at the time, does something between two moments. */
  readonly act: (from: number, to: number) => Act;
  readonly outsiders: readonly string[];
  /** A visitor who is not signed in, and may have been on other boards before. */
  readonly visitorId: () => string;
}

const drawsMax = 4;

/** Members who were there at some time between two moments, the builder of the board first. */
export const circleOf = (
  members: Members,
  chance: Chance,
  builder: number,
  size: number,
  from: number,
  to: number,
): Int32Array => {
  const circle = new Int32Array(size).fill(builder);
  for (let place = 1; place < size; place += 1) {
    for (let draw = 0; draw < drawsMax; draw += 1) {
      const member = members.drawAuthor(chance);
      if (members.joinedAt[member]! > to || members.leftAt[member]! < from) continue;
      circle[place] = member;
      break;
    }
  }
  return circle;
};

/** How the members of a circle act: some often, most seldom, none before joining or after leaving. */
export const actsOf =
  (setting: Setting, members: Members, chance: Chance, circle: Int32Array): BoardSetting['act'] =>
  (from, to) => {
    const { calendar } = setting;
    for (let draw = 0; draw < drawsMax; draw += 1) {
      const lot = chance.fraction();
      const member = circle[Math.floor(lot * lot * circle.length)]!;
      const start = Math.max(from, members.joinedAt[member]!);
      const end = Math.min(to, members.leftAt[member]!);
      if (start <= end) {
        return { authorId: members.ids[member]!, at: calendar.draw(chance, start, end) };
      }
    }
    return { authorId: null, at: calendar.draw(chance, from, to) };
  };
