import MiniSearch from 'minisearch';
import { meantBy, stemOf, termsOf } from './search-terms.js';

/** What a place of the site is: what a reader most probably looks for comes first. */
export type PlaceKind = 'guide' | 'rule' | 'violation' | 'term' | 'package' | 'member' | 'table';

/** One place that can be found. */
export interface Entry {
  readonly url: string;
  readonly kind: PlaceKind;
  /** The page, such as `The rules of the API`. */
  readonly page: string;
  /** The heading within the page; the page itself for its beginning. */
  readonly heading: string;
  readonly text: string;
  /** Words that readers use and the text does not. */
  readonly words: string;
}

/** A place that was found, and the words that led there. */
export interface Hit {
  readonly entry: Entry;
  readonly terms: readonly string[];
}

const weights: Readonly<Record<PlaceKind, number>> = {
  rule: 1.5,
  guide: 1.4,
  violation: 1,
  term: 1,
  package: 0.6,
  member: 0.35,
  table: 0.3,
};

/** What finds places; built in some 100 ms, asked in a few. */
export const searchEngine = (
  entries: readonly Entry[],
): ((query: string, most?: number) => readonly Hit[]) => {
  const engine = new MiniSearch<Entry & { readonly id: number }>({
    fields: ['heading', 'words', 'page', 'text'],
    tokenize: termsOf,
    processTerm: stemOf,
    searchOptions: {
      boost: { heading: 5, words: 6, page: 1.5, text: 1 },
      // 202 is no beginning of 2026.
      prefix: (term, at, terms) =>
        at === terms.length - 1 && term.length > 1 && !/^\d+$/.test(term),
      fuzzy: (term) => (term.length > 5 && !/\d/.test(term) ? 0.2 : false),
      weights: { fuzzy: 0.2, prefix: 0.5 },
    },
  });
  engine.addAll(entries.map((entry, id) => ({ ...entry, id })));

  return (query, most = 12) => {
    // A name in two cases is a name: the place that has exactly this one comes first.
    const named = /\p{Ll}\p{Lu}/u.test(query) ? query.trim() : null;
    const boostDocument = (id: unknown): number => {
      const { kind, heading, page } = entries[id as number]!;
      return weights[kind] * (heading === named ? 6 : heading === page ? 1.3 : 1);
    };
    // What answers more of the question comes first, however often another place repeats one word of it.
    const asked = termsOf(query).map(meantBy);
    const share = (found: readonly string[]): number =>
      asked.filter((meant) => meant.some((term) => found.includes(term))).length / asked.length;
    return engine
      .search(query, { combineWith: 'OR', boostDocument, processTerm: meantBy })
      .map(({ id, terms, score, queryTerms }) => ({
        entry: entries[id as number]!,
        terms,
        score: score * share(queryTerms) ** 1.5,
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ entry, terms }) => ({ entry, terms }));
  };
};

/** The part of a text around the first of some words, and where these are in it. */
export const excerptOf = (text: string, terms: readonly string[], length = 150): string => {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first < length / 2 ? 0 : text.indexOf(' ', first - length / 3) + 1;
  const end = text.indexOf(' ', start + length);
  const part = end < 0 ? text.slice(start) : text.slice(start, end);
  return `${start > 0 ? '... ' : ''}${part}${end < 0 ? '' : ' ...'}`;
};
