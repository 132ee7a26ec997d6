import { answeredWith, each, holdsIf, prerequisiteFails } from '../judge/check.js';
import { type Answer, answersTo } from '../judge/evidence.js';
import type { History } from '../model/history.js';
import { canonical, isObject, shown, textOf } from '../model/json.js';
import type { Rule, RuleJudge } from '../model/rule.js';
import { fail, notApplicable, pass } from '../model/verdict.js';
import { configured, must } from './rule.js';

const unstable = /^(id|.*(request|trace|correlation).*|timestamp|time|date|instance)$/i;

/** A body without what differs at every request: its own id, the time, the organization asked for. */
const stable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stable);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !unstable.test(name))
      .map(([name, one]) => [name, stable(one)]),
  );
};

const wordsOf = (text: string): readonly string[] => text.split(/([^\p{L}\p{N}_+/=.:-]+)/u);

/** A text without the words in whose places two others differ. */
const alikeText = (value: string, one: string, other: string): string | null => {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.length === others.length
    ? wordsOf(value)
        .filter((_, at) => words[at] === others[at])
        .join('')
    : null;
};

/** A value without what differs between two answers to one request. */
const alike = (value: unknown, one: unknown, other: unknown): unknown => {
  if (canonical(one) === canonical(other)) return value;
  if (typeof value === 'string' && typeof one === 'string' && typeof other === 'string') {
    return alikeText(value, one, other);
  }
  if (Array.isArray(value) && Array.isArray(one) && Array.isArray(other)) {
    return value.map((item, index) => alike(item, one[index], other[index]));
  }
  return isObject(value) && isObject(one) && isObject(other)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          alike(member, one[name], other[name]),
        ]),
      )
    : null;
};

const organizationOf = (answer: Answer): string => answer.request.path.split('/')[3] ?? '';

const contentOf = ({ document, exchange }: Answer): unknown =>
  document === undefined ? (exchange.answer?.body ?? '') : stable(document);

/**
 * The text of a body without what the request brought, the organization and the key, and without what
 * differs between two answers to one request.
 */
const bodyOf = (
  answer: Answer,
  { masked = (text) => text }: History,
  [one, other]: readonly Answer[],
): string => {
  const content = contentOf(answer);
  const kept =
    one === undefined || other === undefined
      ? content
      : alike(content, contentOf(one), contentOf(other));
  return masked(canonical(kept)).replaceAll(organizationOf(answer), '{org_id}');
};

/** Names of headers that tell of the time, the request, the allowance or the machine, whatever is asked for. */
const incidental =
  /date|id$|ray|trace|rate-?limit|length|^age$|time|cookie|retry|etag|^via$|connection|keep|cache|serve|backend|upstream|host|instance|machine|node|pod|pool|region|zone|^x-amz|^x-azure/i;

/** The words of a text that are all letters: names of machines, versions and times have digits. */
const lettersOf = (text: string): readonly string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => /^\p{L}+$/u.test(word));

/** The headers that tell something of the organization, in words that two answers to one request share. */
const headersOf = (
  answer: Answer,
  { masked = (text) => text }: History,
  [one, other]: readonly Answer[],
): string =>
  [...answer.headers]
    .filter(([name]) => !incidental.test(name))
    .map(([name, value]) => {
      const kept = alike(value, one?.headers.get(name), other?.headers.get(name));
      const words = lettersOf(masked(textOf(kept) ?? '').replaceAll(organizationOf(answer), '0'));
      return `${name}: ${words.join(' ')}`;
    })
    .toSorted()
    .join(', ');

/** What a client can see of a refusal. */
const appearance = (
  answer: Answer,
  history: History,
  twice: readonly Answer[],
): Readonly<Record<string, unknown>> => ({
  status: answer.status,
  body: bodyOf(answer, history, twice),
  contentType: answer.headers.get('content-type') ?? null,
  headers: headersOf(answer, history, twice),
});

const causes = ['unknown', 'not enrolled', 'without access'];

/** The first probe asks for an organization that does not exist, and the last the same once more. */
const lookAlike: RuleJudge = (history, probes) => {
  const last = (probe = ''): Answer | undefined => answersTo(history, probe).at(-1);
  const answers = probes.slice(0, -1).map(last);
  const twice = [probes[0], probes.at(-1)].map(last).filter((answer) => answer !== undefined);
  const seen = answers.flatMap((answer, index) =>
    answer === undefined
      ? []
      : [{ answer, cause: causes[index], looks: appearance(answer, history, twice) }],
  );
  const [first, ...others] = seen;
  if (first === undefined || others.length === 0) {
    return notApplicable('needsConfig', 'Fewer than two of the three causes are configured.');
  }
  const evidence = seen.map(({ answer, cause, looks }) => ({
    seq: answer.seq,
    actual: `${String(cause)}: ${shown(looks)}`,
  }));
  for (const other of others) {
    const odd = Object.keys(first.looks).find((part) => first.looks[part] !== other.looks[part]);
    if (odd !== undefined) {
      return fail(
        `${odd} tells an organization that is ${String(first.cause)} from one that is ${String(other.cause)}.`,
        evidence,
      );
    }
  }
  return pass(`${seen.length} causes look alike.`, evidence);
};

/** A 400 refuses what was asked for, not the key: of a classroom that is 2.4-T5a. */
const letsIn = each(({ status }) =>
  status === 400
    ? prerequisiteFails('answered 400')
    : holdsIf(status === 200, () => `answered ${status}, expected 200`),
);

/** Section 5: authentication. */
export const section5: readonly Rule[] = [
  must(
    '5-R2',
    'Analytics need the key of an admin of the organization.',
    '404 for a key without access',
    ['AU9', 'AU10'],
    answeredWith(404),
    configured,
  ),
  must(
    '5-R2b',
    'For the service, a key of a teacher is enough.',
    '200, or 202 first',
    ['AU19', 'AU20'],
    letsIn,
    configured,
  ),
  must(
    '5-R4a',
    'A key that is not valid gives 401.',
    '401 for a made-up key, on both analytics endpoints',
    ['AU3', 'AU4'],
    answeredWith(401),
  ),
  must(
    '5-R4b',
    'A revoked key gives 401.',
    '401 on both analytics endpoints',
    ['AU11', 'AU18'],
    answeredWith(401),
    configured,
  ),
  must(
    '5-R5a',
    'An organization that does not exist gives 404.',
    '404 on both analytics endpoints',
    ['AU5', 'AU6'],
    answeredWith(404),
  ),
  must(
    '5-R5b',
    'Missing, not enrolled and without access are answered the same on the metrics endpoint.',
    'the same status, body and headers for all three',
    ['AU5', 'AU7', 'AU9', 'AU25'],
    lookAlike,
    configured,
  ),
  must(
    '5-R5c',
    'Missing, not enrolled and without access are answered the same on the roster endpoint.',
    'the same status, body and headers for all three',
    ['AU6', 'AU8', 'AU10', 'AU26'],
    lookAlike,
    configured,
  ),
];
