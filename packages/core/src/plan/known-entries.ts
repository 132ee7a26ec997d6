import { limits } from '../catalog/limits.js';
import type { bodyFields } from '../codec/metrics-request.js';
import { isObject } from '../codec/read.js';
import type { ResolvedQuery } from '../model/metric.js';
import type { OrganizationType } from '../model/organization.js';
import type { KnownEntry } from '../rules/rule.js';
import { rangeInBody, type SoundRequest } from './plan-by-rules.js';

/*
 * Entries that broke no rule are remembered, with the queries that they mean, so that the entry rules
 * need not look at them again. An entry is found by its words alone: they are the way to it through a
 * tree, and everything at its end is a frozen copy. No object of a caller is kept.
 */

/** An entry that breaks no rule, as it was sent, and what it asks for. */
interface SoundEntry {
  readonly entry: KnownEntry;
  readonly query: ResolvedQuery;
}

/**
 * Words of a list that is remembered, at most. No property has as many; longer lists repeat words, and each
 * word of them would take the room of a step.
 */
const listMax = 16;

/** A step on the way through an entry, as it was sent. */
class Step {
  found: SoundEntry | null = null;
  private words: Map<unknown, Step> | null = null;
  private list: Step | null = null;
  private end: Step | null = null;

  /** The step behind a word; `null` if there is none, unless it is to be made. */
  to(word: unknown, make: boolean): Step | null {
    const known = this.words?.get(word);
    if (known !== undefined || !make) return known ?? null;
    this.words ??= new Map();
    const added = new Step();
    this.words.set(word, added);
    return added;
  }

  /** The step behind all words of a list, which is not the one behind the only word of it. */
  toList(words: readonly unknown[], make: boolean): Step | null {
    if (words.length > listMax) return null;
    if (make) this.list ??= new Step();
    let step = this.list;
    for (let at = 0; step !== null && at < words.length; at++) step = step.to(words[at], make);
    if (step !== null && make) step.end ??= new Step();
    return step?.end ?? null;
  }
}

/** The end of the way of an entry, each of its fields read once; `null` if it was not gone before. */
const walk = (entry: Readonly<Record<string, unknown>>, root: Step, make: boolean): Step | null => {
  const fields = Object.keys(entry);
  // Nearly every entry begins with its name; wherever it is, the way begins with it.
  if (fields[0] !== 'name' && !fields.includes('name')) return null;
  let step = root.to(entry['name'], make);
  for (const field of fields) {
    if (field === 'name') continue;
    if (step === null) return null;
    const sent = entry[field];
    // Rules see a field that is there and undefined; the way of an entry without it is another one.
    if (sent === undefined && !make) return null;
    if (sent === undefined) continue;
    const property: Step | null = step.to(field, make);
    step = Array.isArray(sent)
      ? (property?.toList(sent, make) ?? null)
      : (property?.to(sent, make) ?? null);
  }
  return step;
};

/** The fields of a body, each read once; `null` if it has others. */
const fieldsOf = (body: unknown) => {
  if (!isObject(body)) return null;
  const fields: { [F in (typeof bodyFields)[number]]: unknown } = {
    metrics: undefined,
    dimensions: undefined,
    from: undefined,
    to: undefined,
  };
  for (const field of Object.keys(body)) {
    if (!Object.hasOwn(fields, field)) return null;
    fields[field as keyof typeof fields] = body[field];
  }
  return fields;
};

/** How many months a list of dimensions names; `null` if it holds anything else. */
const monthsIn = (dimensions: unknown): number | null => {
  if (dimensions === undefined) return 0;
  if (!Array.isArray(dimensions) || dimensions.length > listMax) return null;
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- a list may have an iterator of its own
  for (let at = 0; at < dimensions.length; at += 1) if (dimensions[at] !== 'month') return null;
  return dimensions.length;
};

const deepFreeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
};

/** Entries that broke no rule. */
export interface KnownEntries {
  /**
   * The request of a body all of whose entries are known to break no rule by themselves, in the form
   * asked for and for this type of organization; `null` otherwise, which need not mean that one does.
   * What the entries ask for together, and the range, are not looked at.
   */
  readonly recall: (body: unknown, type: OrganizationType | null) => SoundRequest | null;
  /** Remembers the entries of a request that breaks no rule. */
  readonly learn: (request: SoundRequest, type: OrganizationType | null) => void;
}

/** A memory of at most so many entries; it is emptied when it is full. */
export const knownEntries = (entriesMax: number): KnownEntries => {
  let roots = new Map<OrganizationType | null, Readonly<Record<'plain' | 'byMonth', Step>>>();
  let count = 0;

  const rootOf = (type: OrganizationType | null, byMonth: boolean): Step => {
    let forms = roots.get(type);
    if (forms === undefined) {
      forms = { plain: new Step(), byMonth: new Step() };
      roots.set(type, forms);
    }
    return byMonth ? forms.byMonth : forms.plain;
  };

  const find = (body: unknown, type: OrganizationType | null): SoundRequest | null => {
    const fields = fieldsOf(body);
    if (fields === null) return null;
    const { metrics, dimensions, from, to } = fields;
    const months = monthsIn(dimensions);
    if (months === null || !Array.isArray(metrics)) return null;
    if (metrics.length === 0 || metrics.length > limits.entriesMax) return null;
    const root = rootOf(type, months > 0);
    const entries: KnownEntry[] = [];
    const queries: ResolvedQuery[] = [];
    // eslint-disable-next-line @typescript-eslint/prefer-for-of -- as above
    for (let at = 0; at < metrics.length; at += 1) {
      const sent: unknown = metrics[at];
      const found = isObject(sent) ? walk(sent, root, false)?.found : null;
      if (found === undefined || found === null) return null;
      entries.push(found.entry);
      queries.push(found.query);
    }
    return { entries, queries, byMonth: months > 0, range: rangeInBody(from, to) };
  };

  return {
    recall: (body, type) => {
      try {
        return find(body, type);
      } catch {
        // An object of the caller throws when it is read: the reader that comes next says so.
        return null;
      }
    },
    learn: ({ entries, queries, byMonth }, type) => {
      for (const [at, entry] of entries.entries()) {
        const end = walk({ ...entry.sent }, rootOf(type, byMonth), true);
        if (end?.found !== null) continue;
        end.found = { entry, query: queries[at]! };
        deepFreeze(end.found);
        count += 1;
      }
      if (count <= entriesMax) return;
      roots = new Map();
      count = 0;
    },
  };
};
