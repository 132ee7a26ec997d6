import { at, isObject, listOf, shown, textOf } from '../model/json.js';
import { holds, holdsIf, type Look, silent } from './judges.js';
import { linkage, whenRecord } from './records.js';
import type { Answer } from './sight.js';

/** What the facts say of a record: the ids that it links, by relationship, and when it changed. */
export interface ExpectedRecord {
  readonly links: Readonly<Record<string, readonly string[]>>;
  /** Instants as ISO 8601, by attribute. */
  readonly times: Readonly<Record<string, string>>;
}

const expectedOf = ({ exchange }: Answer): unknown => at(exchange.sent.knows, 'expectedRecord');

const noFacts = silent('nothing is known of what it should hold');

/** The ids that an id on the wire may be: it may have a prefix that says what it is of, such as `post_`. */
const readingsOf = (wire: string, lengths: ReadonlySet<number>): readonly string[] =>
  [...lengths]
    .map((length) => wire.length - length)
    .filter((start) => start === 0 || (start > 0 && wire[start - 1] === '_'))
    .map((start) => wire.slice(start));

const includesOf = ({ request }: Answer): readonly string[] =>
  (new URLSearchParams(request.path.split('?')[1]).get('include') ?? '').split(',');

/**
 * Every relationship links exactly the records that the facts give. Linkage without `include` is open
 * (4.3): such a list may be empty.
 */
export const expectedLinks: Look = whenRecord((answer) => {
  const links = at(expectedOf(answer), 'links');
  if (!isObject(links)) return noFacts;
  for (const [name, given] of Object.entries(links)) {
    const wired = listOf(linkage(answer, name)).map((one) => textOf(at(one, 'id')) ?? '');
    if (wired.length === 0 && !includesOf(answer).includes(name)) continue;
    const ids = listOf(given).map(String);
    const [right, lengths] = [new Set(ids), new Set(ids.map((id) => id.length))];
    const found = wired.map((wire) => readingsOf(wire, lengths).filter((id) => right.has(id)));
    const linked = new Set(found.flat());
    const lost = ids.find((id) => !linked.has(id));
    const strange = wired.find((_, index) => found[index]?.length === 0);
    if (lost !== undefined || strange !== undefined || wired.length !== ids.length) {
      return holdsIf(false, () =>
        lost === undefined
          ? `${name} lists ${shown(strange ?? wired)}, the facts give ${ids.length} of them`
          : `${name} does not list ${lost}`,
      );
    }
  }
  return holds;
});

/** createdAt and updatedAt are the instants that the facts give. */
export const expectedTimes: Look = whenRecord((answer) => {
  const times = at(expectedOf(answer), 'times');
  if (!isObject(times)) return noFacts;
  const odd = Object.entries(times).find(([name, right]) => {
    const value = at(answer.document, 'data', 'attributes', name);
    return Date.parse(String(value)) !== Date.parse(String(right));
  });
  return holdsIf(
    odd === undefined,
    () => `${shown(odd?.[0])} is not ${shown(odd?.[1])}, which the facts give`,
  );
});
