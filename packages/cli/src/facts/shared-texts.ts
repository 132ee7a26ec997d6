import { factReferences } from '@tallyboard/core/engine';
import { type FactKind, type FactOf, factKinds } from '@tallyboard/core/vocabulary';

/** Words of small sets, and texts that many facts have. */
const words: { readonly [K in FactKind]?: readonly (keyof FactOf<K> & string)[] } = {
  board: ['colorScheme', 'iconUrl', 'domainName'],
  post: ['color', 'status'],
  comment: ['status'],
  attachment: ['category'],
  visit: ['visitorId'],
  scan: ['itemType'],
};

const referred = new Set(
  factKinds.flatMap((kind) => Object.values<FactKind>(factReferences[kind])),
);

/** The fields whose texts recur. Ids that nothing refers to occur once and are left alone. */
const recurringFields = (kind: FactKind): readonly string[] => [
  ...(referred.has(kind) ? ['id'] : []),
  ...Object.keys(factReferences[kind]),
  ...(words[kind] ?? []),
];

// A Map holds at most 2^24 entries; texts beyond this many are simply not shared.
const sharedMax = 8_000_000;

/** Replaces recurring texts of facts by one copy of each. */
export const textSharer = (): ((kind: FactKind, fact: object) => void) => {
  const shared = new Map<string, string>();
  const fieldsOf = new Map(factKinds.map((kind) => [kind, recurringFields(kind)]));
  const share = (text: string): string => {
    const known = shared.get(text);
    if (known !== undefined) return known;
    if (shared.size < sharedMax) shared.set(text, text);
    return text;
  };
  return (kind, fact) => {
    const fields = fact as Record<string, unknown>;
    for (const field of fieldsOf.get(kind)!) {
      const text = fields[field];
      if (typeof text === 'string') fields[field] = share(text);
    }
  };
};
