import type { EventColumns, MemberColumns } from '../events/columns.js';
import { mediaTypes } from '../model/metric.js';
import type { BillingTerm } from '../model/organization.js';
import { roles } from '../model/role.js';
import type { Texts } from './texts.js';
import { startsOf } from './timelines.js';
import { type Words, wordsOf } from './words.js';

/** Members, as columns have them. */
export interface IndexedMembers
  extends Omit<MemberColumns, 'ids' | 'names' | 'usernames' | 'emails'> {
  readonly ids: Texts;
  readonly names: Texts;
  readonly usernames: Texts<string | null>;
  readonly emails: Texts<string | null>;
}

/** Something that a ranking can name. */
export interface Titled {
  readonly ids: Texts;
  readonly titles: Texts;
}

/** What has a name: people, boards, media and words, and what is known of them whatever the day. */
export interface Directory {
  readonly members: IndexedMembers;
  readonly otherUsers: Texts;
  /** Known users: members and others. */
  readonly knownUsers: number;
  /** Known users, and visitors who were not signed in. */
  readonly people: number;
  readonly boards: Titled;
  /** Each with its type, as a place in the list of them. */
  readonly media: Titled & { readonly type: Uint8Array };
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
  const { members, otherUsers, knownUsers, people, boards } = columns;
  const { invitations, billingTerms, seatChanges } = columns;
  const { ids, titles, categories } = columns.media;
  const types: readonly string[] = mediaTypes;
  const type = new Uint8Array(categories.length);
  for (let item = 0; item < type.length; item++) type[item] = types.indexOf(categories[item]!);
  const media = { ids, titles, type };
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
