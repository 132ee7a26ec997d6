import type { FactByKind, FactKind } from '@tallyboard/core/vocabulary';

/**
 * The fields whose texts recur: ids that others refer to, references, and words of small sets. Ids
 * that nothing refers to occur once and are left alone.
 */
const recurringFields: {
  readonly [K in FactKind]: readonly (keyof FactByKind[K] & string)[];
} = {
  user: ['id'],
  apiKey: ['userId'],
  organization: ['id', 'ownerId'],
  billingTerm: ['organizationId'],
  seatChange: ['organizationId'],
  member: ['organizationId', 'userId'],
  invitation: ['organizationId'],
  board: ['id', 'organizationId', 'builderId', 'colorScheme', 'iconUrl', 'domainName'],
  section: ['id', 'boardId'],
  post: ['id', 'boardId', 'sectionId', 'authorId', 'color', 'status'],
  comment: ['boardId', 'postId', 'authorId', 'status'],
  reaction: ['boardId', 'postId', 'authorId'],
  visit: ['boardId', 'userId', 'visitorId'],
  attachment: ['id', 'postId', 'category', 'authorId'],
  play: ['attachmentId'],
  scan: ['organizationId', 'itemType'],
};

// A Map holds at most 2^24 entries; texts beyond this many are simply not shared.
const sharedMax = 8_000_000;

/** Replaces recurring texts of facts by one copy of each. */
export const textSharer = (): ((kind: FactKind, fact: object) => void) => {
  const shared = new Map<string, string>();
  const share = (text: string): string => {
    const known = shared.get(text);
    if (known !== undefined) return known;
    if (shared.size < sharedMax) shared.set(text, text);
    return text;
  };
  return (kind, fact) => {
    const fields = fact as Record<string, unknown>;
    for (const field of recurringFields[kind]) {
      const text = fields[field];
      if (typeof text === 'string') fields[field] = share(text);
    }
  };
};
