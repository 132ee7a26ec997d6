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

/** A step on the way through an entry, as it was sent. */
class Step {
  next: Map<unknown, Step> | null = null;
  found: SoundEntry | null = null;
}

type Take = (step: Step, word: unknown) => Step | null;

const look: Take = (step, word) => step.next?.get(word) ?? null;

const make: Take = (step, word) => {
  step.next ??= new Map();
  const known = step.next.get(word);
  if (known !== undefined) return known;
  const added = new Step();
  step.next.set(word, added);
  return added;
};

/** Around the words of a list: a list of one word is not that word. */
const [listBegins, listEnds] = [Symbol('list begins'), Symbol('list ends')];

/** The end of the way of an entry, each of its fields read once; `null` where `take` finds no step. */
const walk = (entry: Readonly<Record<string, unknown>>, root: Step, take: Take): Step | null => {
  if (!Object.hasOwn(entry, 'name')) return null;
  let step = take(root, entry['name']);
  if (step === null) return null;
  for (const field of Object.keys(entry)) {
    if (field === 'name') continue;
    const sent = entry[field];
    if (sent === undefined) continue;
    step = take(step, field);
    if (step === null) return null;
    if (typeof sent === 'string') {
      step = take(step, sent);
    } else if (Array.isArray(sent)) {
      step = take(step, listBegins);
      for (let at = 0; step !== null && at < sent.length; at++) step = take(step, sent[at]);
      if (step !== null) step = take(step, listEnds);
    } else {
      return null;
    }
    if (step === null) return null;
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
  if (!Array.isArray(dimensions)) return null;
  let months = 0;
  for (const one of dimensions) {
    if (one !== 'month') return null;
    months += 1;
  }
  return months;
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
    if (months === null || !Array.isArray(metrics) || metrics.length === 0) return null;
    const root = rootOf(type, months > 0);
    const entries: KnownEntry[] = [];
    const queries: ResolvedQuery[] = [];
    for (const sent of metrics as readonly unknown[]) {
      const found = isObject(sent) ? walk(sent, root, look)?.found : null;
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
        const end = walk({ ...entry.sent }, rootOf(type, byMonth), make);
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
