import type { Fate } from '../../conformance/src/rules/fates.js';
import type { Sentence } from './sentences.test-kit.js';

type Hashed = Pick<Sentence, 'hash'>;

/** What is in one list only, by the hash of the last one before it that is in both. */
const runs = <A extends Hashed>(
  all: readonly A[],
  isInBoth: (one: A) => boolean,
): ReadonlyMap<string, readonly A[]> => {
  const found = new Map<string, readonly A[]>();
  let before = '';
  for (const one of all) {
    if (isInBoth(one)) before = one.hash;
    else found.set(before, [...(found.get(before) ?? []), one]);
  }
  return found;
};

/** Whether an id belongs to a clause: `2.4-S6` to 2.4, `4.1-R3a` to 4.1.3. */
const belongs = (id: string, clause: string): boolean => {
  const [chapter, section, rule] = clause.split('.');
  return rule === undefined
    ? id.startsWith(`${clause}-`)
    : new RegExp(`^${chapter}\\.${section}-[A-Z]${rule}[a-z]?$`).test(id);
};

/**
 * The fates of a changed document, in its order. Sentences that replace as many others keep their fates. A new
 * sentence gets the rules of its clause that no fate names yet; without any it has no fate.
 *
 * @param ids - of the rules that are stated
 */
export const updatedFates = (
  sentences: readonly Sentence[],
  fates: readonly Fate[],
  ids: readonly string[],
): readonly Fate[] => {
  const current = new Set(sentences.map(({ hash }) => hash));
  const known = new Map(fates.map((fate) => [fate.hash, fate]));
  const named = new Set(fates.flatMap(({ rules }) => rules));
  const gone = runs(fates, ({ hash }) => current.has(hash));
  for (const [before, added] of runs(sentences, ({ hash }) => known.has(hash))) {
    const replaced = gone.get(before) ?? [];
    for (const [at, { clause, hash }] of added.entries()) {
      const old = replaced.length === added.length ? replaced[at] : undefined;
      const rules = ids.filter((id) => !named.has(id) && belongs(id, clause));
      if (old?.clause === clause) known.set(hash, { ...old, hash });
      else if (rules.length > 0) known.set(hash, { clause, hash, rules, reason: null });
    }
  }
  return sentences.flatMap(({ hash }) => known.get(hash) ?? []);
};

/** The text of `fates.json`. */
export const rowsOf = (fates: readonly Fate[]): string => {
  const rows = fates.map(({ clause, hash, rules, reason }) =>
    [clause, hash, ...(reason ? [reason] : rules)].join(' '),
  );
  return `${JSON.stringify(rows, null, 2)}\n`;
};
