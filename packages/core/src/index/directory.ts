import type { EventColumns, MemberColumns, TitledColumns } from '../events/columns.js';
import type { BillingTerm } from '../model/organization.js';
import { roles } from '../model/role.js';
import { startsOf } from './timelines.js';
import { type Words, wordsOf } from './words.js';

/** What has a name: people, boards, media and words, and what is known of them whatever the day. */
export interface Directory {
  readonly members: MemberColumns;
  readonly otherUsers: readonly string[];
  /** Known users: members and others. */
  readonly knownUsers: number;
  /** Known users, and visitors who were not signed in. */
  readonly people: number;
  readonly boards: TitledColumns;
  readonly media: EventColumns['media'];
  readonly words: Words;
  readonly invitations: Uint32Array;
  readonly billingTerms: readonly BillingTerm[];
  readonly seatChanges: EventColumns['seatChanges'];
}

/** The days on which current members joined, role after role, ascending. */
export interface JoinDays {
  readonly starts: Uint32Array;
  readonly days: Int32Array;
}

/** The directory that the columns hold. */
export const directoryOf = (columns: EventColumns): Directory => {
  const { members, otherUsers, knownUsers, people, boards, media } = columns;
  const { invitations, billingTerms, seatChanges } = columns;
  const words = wordsOf(columns);
  const known = { members, otherUsers, knownUsers, people, boards, media, words };
  return { ...known, invitations, billingTerms, seatChanges };
};

/** The days on which current members joined. */
export const joinDaysOf = ({ role, joined }: MemberColumns): JoinDays => {
  const starts = startsOf(new Int32Array(role), roles.length);
  const days = new Int32Array(role.length);
  const next = starts.slice();
  for (let member = 0; member < role.length; member++)
    days[next[role[member]!]!++] = joined[member]!;
  for (const of of roles.keys()) days.subarray(starts[of], starts[of + 1]).sort();
  return { starts, days };
};
