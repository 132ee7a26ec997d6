import { type Day, type EventColumns, monthOfDay, roles } from '../core.js';

/*
 * The events as a peer gets them: one row an event, ascending by day. What a peer would otherwise have
 * to join for stands in the row already: the month, the role, the category of what was played.
 */

/** Roles of people without one: known users who are no members (or no person), visitors not signed in. */
export const noRole = { other: roles.length, anonymous: roles.length + 1 } as const;

export type Column = Int32Array | Uint16Array | Uint8Array;
export type Table = Readonly<Record<string, Column>>;

/** Every table of events. */
export interface Tables {
  readonly content: Table;
  readonly visits: Table;
  readonly attachments: Table;
  readonly plays: Table;
  readonly scans: Table;
}

/** One row a member, by code: when they joined, and name and e-mail as they are searched. */
export interface MemberTable {
  readonly joined: Int32Array;
  readonly names: readonly string[];
  readonly emails: readonly string[];
}

// Days ascend, so the month is looked up once for each day.
const monthsOf = (days: Int32Array): Uint16Array => {
  const months = new Uint16Array(days.length);
  let day = Number.NaN;
  let month = 0;
  for (let row = 0; row < days.length; row++) {
    if (days[row] !== day) {
      day = days[row]!;
      month = monthOfDay(day as Day);
    }
    months[row] = month;
  }
  return months;
};

const rolesOf = (people: Int32Array, { members, knownUsers }: EventColumns): Uint8Array => {
  const { role } = members;
  const column = new Uint8Array(people.length);
  for (let row = 0; row < people.length; row++) {
    const person = people[row]!;
    const known = person < knownUsers ? noRole.other : noRole.anonymous;
    column[row] = person >= 0 && person < role.length ? role[person]! : known;
  }
  return column;
};

export const tablesOf = (columns: EventColumns): Tables => {
  const { content, visits, attachments, plays, scans, media } = columns;
  const isAudio = Uint8Array.from(media.categories, (category) => (category === 'audio' ? 1 : 0));
  return {
    content: {
      day: content.day,
      month: monthsOf(content.day),
      kind: content.kind,
      role: rolesOf(content.author, columns),
      author: content.author,
      board: content.board,
      to_peer: content.toPeer,
    },
    visits: {
      day: visits.day,
      month: monthsOf(visits.day),
      role: rolesOf(visits.visitor, columns),
      visitor: visits.visitor,
      board: visits.board,
      seconds: Int32Array.from(visits.seconds),
    },
    attachments: {
      day: attachments.day,
      month: monthsOf(attachments.day),
      role: rolesOf(attachments.author, columns),
      category: Uint8Array.from(attachments.category),
    },
    plays: {
      day: plays.day,
      month: monthsOf(plays.day),
      media: plays.media,
      is_audio: Uint8Array.from(plays.media, (item) => isAudio[item]!),
    },
    scans: {
      day: scans.day,
      month: monthsOf(scans.day),
      type: Uint8Array.from(scans.type),
      flags: Uint8Array.from(scans.flags),
      removed: scans.removed,
      micros: Int32Array.from(scans.durationMs, (ms) => Math.round(1000 * ms)),
    },
  };
};

export const memberTableOf = ({ members }: EventColumns): MemberTable => ({
  joined: members.joined,
  names: members.names.map((name) => name.toLowerCase()),
  emails: members.emails.map((email) => (email ?? '').toLowerCase()),
});
