import type { KnownColumns, MemberColumns } from '../events/columns.js';
import type { GroupedColumns } from '../events/grouped.js';
import { listOf, type Texts } from '../events/texts.js';
import { mediaTypes } from '../model/metric.js';
import type { BillingTerm } from '../model/organization.js';
import { type Words, wordsOf } from './words.js';

/** Members; when they joined is among the counts. */
interface IndexedMembers extends Pick<MemberColumns, 'role' | 'signup'> {
  readonly ids: Texts;
  readonly names: Texts;
  readonly usernames: Texts<string | null>;
  readonly emails: Texts<string | null>;
}

/** Something that a ranking can name. */
interface Titled {
  readonly ids: Texts;
  readonly titles: Texts;
}

/** What has a name: people, boards, media and words, and what is known of them whatever the day. */
export interface Directory {
  readonly members: IndexedMembers;
  readonly boards: Titled;
  /** Each with its type, as a place in the list of them. */
  readonly media: Titled & { readonly type: Uint8Array };
  readonly words: Words;
  readonly invitations: Uint32Array;
  readonly billingTerms: readonly BillingTerm[];
  readonly seatChanges: KnownColumns['seatChanges'];
}

/** The directory that the columns hold. Rows by name: their fields may be inherited, which a copy leaves out. */
export const directoryOf = (columns: GroupedColumns): Directory => {
  const { ids, titles, categories } = columns.media;
  const types: readonly string[] = mediaTypes;
  const { ids: memberIds, role, signup, names, usernames, emails } = columns.members;
  return {
    members: { ids: memberIds, role, signup, names, usernames, emails },
    boards: { ids: columns.boards.ids, titles: columns.boards.titles },
    media: {
      ids,
      titles,
      type: Uint8Array.from(listOf(categories), (category) => types.indexOf(category)),
    },
    words: wordsOf(columns),
    invitations: columns.invitations,
    billingTerms: columns.billingTerms.map(({ startsOn, endsOn, status }) => ({
      startsOn,
      endsOn,
      status,
    })),
    seatChanges: columns.seatChanges.map(({ on, seats }) => ({ on, seats })),
  };
};
