import { createHash } from 'node:crypto';
import { metricNames } from '@tallyboard/core/vocabulary';
import { at, listOf, textOf } from '../model/json.js';
import type { PlannedRequest } from '../model/request.js';
import { comparedMax, containsByAny, plain } from '../model/search.js';

const metrics: ReadonlySet<unknown> = new Set(metricNames);

const personal = new Set([
  'username',
  'email',
  'displayName',
  'fullName',
  'shortName',
  'avatar',
  'avatarUrl',
  'bio',
]);

type Fields = Readonly<Record<string, unknown>>;

/** `name` is a person's, unless it is that of a metric or of an organization. */
const isPersonal = (key: string, owner: Fields): boolean =>
  personal.has(key) ||
  (key === 'name' &&
    !metrics.has(owner[key]) &&
    !('properties' in owner) &&
    !('organizationType' in owner));

/** A text as a collation may compare it; longer ones take too long to normalize. */
const folded = (text: string): string => (text.length > comparedMax ? text : plain(text));

/** A text that replaces another; equal texts of one run have an equal one, texts that may tie an equal end. */
const pseudonym = (text: string, salt: string): string => {
  if (text.trim() === '') return text;
  const [whole, end] = [text, folded(text)].map((one) =>
    createHash('sha256').update(salt).update(one).digest('hex'),
  );
  return `pii:${whole?.slice(0, 12)}.${end?.slice(0, 8)}`;
};

const pseudonymPattern = /^pii:\w+\.(\w+)$/;

/** True for texts, or their pseudonyms, between which a collation may see no difference. */
export const mayTie = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map(
    (text) => pseudonymPattern.exec(text)?.[1] ?? folded(text),
  );
  return first === second;
};

/** Replaces personal texts in a JSON value by pseudonyms, wherever they stand. */
export const redacted = (value: unknown, salt: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => redacted(one, salt));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  return Object.fromEntries(
    Object.entries(fields).map(([key, one]) => [
      key,
      typeof one === 'string' && isPersonal(key, fields)
        ? pseudonym(one, salt)
        : redacted(one, salt),
    ]),
  );
};

/** How much is kept of a body that is no JSON, in characters. */
const cutLength = 2_000;

/** A body without personal texts; one that is no JSON is kept, cut short. */
export const redactedBody = (body: string, document: unknown, salt: string | null): string => {
  // By way of bytes: a slice of a text keeps the whole text in memory.
  if (document === undefined) return Buffer.from(body.slice(0, cutLength)).toString();
  return salt === null ? body : JSON.stringify(redacted(document, salt));
};

const searched = /([?&]q=)[^&]*/;

/** True for a path whose searched words were left out. */
export const isRedactedPath = (path: string): boolean => /[?&]q=pii(&|$)/.test(path);

/** A path without the words that were searched for: they are pieces of names. */
export const redactedPath = (path: string, salt: string | null): string =>
  salt === null ? path : path.replace(searched, '$1pii');

/** What judges need of the personal texts of a roster page that was searched, seen before they are replaced. */
export const sightingsOf = ({ endpoint, path }: PlannedRequest, document: unknown) => {
  const q = new URLSearchParams(path.split('?')[1] ?? '').get('q') ?? '';
  if (endpoint !== 'roster' || q === '') return {};
  const rows = listOf(at(document, 'data')).map((row) =>
    ['name', 'email'].map((name) => textOf(at(row, 'attributes', name)) ?? ''),
  );
  const isComparable = rows.flat().every(({ length }) => length <= comparedMax);
  return isComparable
    ? { matches: rows.map((texts) => texts.some((text) => containsByAny(text, q))) }
    : {};
};
