import { mediaTypes } from '../api/metrics.js';
import { type BillingTerm } from '../api/organizations.js';
import { type KnownColumns, listOf, type MemberColumns, type Texts } from '../events/columns.js';
import { type GroupedColumns } from '../events/grouped.js';

/** The words that events carry, each list ascending: a word's code is its place. */
export interface Words {
  readonly attachmentCategories: Texts;
  readonly scannedTypes: Texts;
  readonly flags: Texts;
}

const ascending = (words: readonly string[]): readonly string[] => [...new Set(words)].sort();

/** The words that the columns name, whether they occur or not. */
export const wordsOf = (
  columns: Pick<KnownColumns, 'attachmentCategories' | 'scannedTypes' | 'flagSets'>,
): Words => ({
  attachmentCategories: ascending(columns.attachmentCategories),
  scannedTypes: ascending(columns.scannedTypes),
  flags: ascending(columns.flagSets.flat()),
});

/** The codes among `words` of the words that the columns number in their own way. */
export const codesAmong = (words: Texts, named: Texts): Int32Array => {
  const codes = new Map(listOf(words).map((word, code) => [word, code]));
  return Int32Array.from(listOf(named), (word) => codes.get(word) ?? -1);
};

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
