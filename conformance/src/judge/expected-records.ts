import { at, isObject, listOf, shown, textOf } from '../model/json.js';
import { type Check, notExercised, whenServed } from './check.js';
import { instantOf } from './date-time.js';
import { type Answer, knownOf } from './evidence.js';
import { includesOf, linkage } from './records.js';

/** What the facts say of a record: the ids that it links, by relationship, its title and when it changed. */
export interface ExpectedRecord {
  readonly links: Readonly<Record<string, readonly string[]>>;
  readonly title?: string;
  /** Instants as ISO 8601, by attribute. */
  readonly times: Readonly<Record<string, string>>;
}

const expectedOf = (answer: Answer): Partial<ExpectedRecord> | undefined =>
  at(knownOf(answer), 'expectedRecord') as Partial<ExpectedRecord> | undefined;

const noFacts = notExercised('nothing is known of what it should hold');

/** The ids that an id on the wire may be: it may have a prefix that says what it is of, such as `post_`. */
const readingsOf = (wire: string, lengths: ReadonlySet<number>): readonly string[] =>
  [...lengths]
    .map((length) => wire.length - length)
    .filter((start) => start === 0 || (start > 0 && wire[start - 1] === '_'))
    .map((start) => wire.slice(start));

/**
 * Every relationship links exactly the records that the facts give. Linkage without `include` is open
 * (4.3): such a list may be empty.
 */
export const expectedLinks: Check = whenServed((answer) => {
  const links = expectedOf(answer)?.links;
  if (!isObject(links)) return noFacts;
  for (const [name, given] of Object.entries(links)) {
    const wired = listOf(linkage(answer, name)).map((one) => textOf(at(one, 'id')) ?? '');
    if (wired.length === 0 && !includesOf(answer.request).includes(name)) continue;
    const ids = listOf(given).map(String);
    const [right, lengths] = [new Set(ids), new Set(ids.map((id) => id.length))];
    const found = wired.map((wire) => readingsOf(wire, lengths).filter((id) => right.has(id)));
    const linked = new Set(found.flat());
    const lost = ids.find((id) => !linked.has(id));
    const strange = wired.find((_, index) => found[index]?.length === 0);
    if (lost !== undefined || strange !== undefined || wired.length !== ids.length) {
      return lost === undefined
        ? `${name} lists ${shown(strange ?? wired)}, the facts give ${ids.length} of them`
        : `${name} does not list ${lost}`;
    }
  }
  return null;
});

/** Fractions of a second may be left out (2.9). */
const isInstant = (value: unknown, right: string): boolean => {
  const [text, instant] = [String(value), Date.parse(right)];
  const isWhole = !/[.,]/.test(text);
  return instantOf(text) === (isWhole ? instant - (instant % 1000) : instant);
};

/** Attributes are as the facts give them. */
const asGiven = (
  give: (expected: Partial<ExpectedRecord>) => Readonly<Record<string, string>> | undefined,
  isRight: (value: unknown, right: string) => boolean,
): Check =>
  whenServed((answer) => {
    const given = give(expectedOf(answer) ?? {});
    if (given === undefined) return noFacts;
    const attributes = at(answer.document, 'data', 'attributes');
    const odd = Object.entries(given).find(
      ([name, right]) => !isRight(at(attributes, name), right),
    );
    if (odd === undefined) return null;
    const [name, right] = odd;
    return `/data/attributes/${name} is ${shown(at(attributes, name))}, the facts give ${shown(right)}`;
  });

/** createdAt and updatedAt are the instants that the facts give. */
export const expectedTimes: Check = asGiven(({ times }) => times, isInstant);

/** The title is the one that the facts give. */
export const expectedTitle: Check = asGiven(
  ({ title }) => (title === undefined ? undefined : { title }),
  (value, right) => value === right,
);
