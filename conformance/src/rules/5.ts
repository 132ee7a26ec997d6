import { hasStatus, prerequisiteFails } from '../judge/check.js';
import { type Answer, answersTo } from '../judge/evidence.js';
import { canonical, isObject, parseJson, shown } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { fail, notApplicable, pass } from '../model/verdict.js';
import { access } from '../probes/access-probes.js';
import type { RuleBody } from './body.js';
import { must } from './rule.js';

/** Members of a body that differ at every request: its own id, the time. */
const unstable = /^(id|.*(request|trace|correlation).*|timestamp|time|date|instance)$/i;

/** Names of headers that tell of the time, the request, the allowance or the machine, whatever is asked for. */
const incidental =
  /date|id$|ray|trace|rate-?limit|length|^age$|time|cookie|retry|etag|^via$|connection|keep|cache|serve|backend|upstream|host|instance|machine|node|pod|pool|region|zone|^x-amz|^x-azure/i;

const wordsOf = (text: string): readonly string[] => text.split(/([^\p{L}\p{N}_+/=.:-]+)/u);

/** The words of a text that are all letters: names of machines, versions and times have digits. */
const lettersOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}+$/u.test(word))
    .join(' ');

type Piece = readonly [where: string, text: string];

/** The texts in a value, each with where it is. */
const textsIn = (value: unknown, where: string): readonly Piece[] => {
  const members = Array.isArray(value)
    ? Object.entries(value)
    : Object.entries(isObject(value) ? value : {}).filter(([name]) => !unstable.test(name));
  return members.length === 0
    ? [[where, canonical(isObject(value) ? {} : value)]]
    : members.flatMap(([name, one]) => textsIn(one, `${where}/${name}`));
};

/** What a client can see of a refusal, piece by piece, without the organization and the key that it asked with. */
const piecesOf = ({
  status,
  headers,
  document,
  exchange,
  request,
}: Answer): ReadonlyMap<string, string> => {
  const organization = request.path.split('/')[3] ?? '';
  const content = document === undefined ? (exchange.answer?.body ?? '') : canonical(document);
  const own = content.replaceAll(organization, '{org_id}');
  return new Map([
    ['status', String(status)],
    ['Content-Type', headers.get('content-type') ?? ''],
    ...[...headers]
      .filter(([name]) => !incidental.test(name))
      .map(([name, value]): Piece => [name, lettersOf(value.replaceAll(organization, '0'))]),
    ...textsIn(document === undefined ? own : (parseJson(own) ?? own), 'body'),
  ]);
};

/** A text without the words in whose places two answers to one request differ. */
const settled = (text: string, one = '', other = ''): string => {
  if (one === other) return text;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.length === others.length
    ? wordsOf(text)
        .filter((_, at) => words[at] === others[at])
        .join('')
    : '';
};

const causes = ['unknown', 'not enrolled', 'without access'];

/** The first request is for an organization that does not exist; `again` is the same once more. */
const lookAlike =
  (asks: RuleBody['asks'] & object, again: (typeof asks)[number]): Judge =>
  (history) => {
    const last = ({ id }: typeof again) => answersTo(history, id).at(-1);
    const seen = asks.flatMap((one, index) => {
      const answer = last(one);
      return answer === undefined
        ? []
        : [{ answer, cause: String(causes[index]), pieces: piecesOf(answer) }];
    });
    const [first, ...others] = seen;
    if (first === undefined || others.length === 0) {
      return notApplicable('needsConfig', 'Fewer than two of the three causes are configured.');
    }
    const repeat = last(again);
    const twice =
      repeat === undefined || first.cause !== causes[0] ? first.pieces : piecesOf(repeat);
    const evidence = seen.map(({ answer, cause, pieces }) => ({
      seq: answer.seq,
      actual: `${cause}: ${shown(Object.fromEntries(pieces))}`,
    }));
    for (const { cause, pieces } of others) {
      const odd = [...new Set([...first.pieces.keys(), ...pieces.keys()])].find((where) => {
        const [one, other] = [first.pieces.get(where), twice.get(where)];
        return settled(one ?? '', one, other) !== settled(pieces.get(where) ?? '', one, other);
      });
      if (odd !== undefined) {
        const says = `${odd} tells an organization that is ${first.cause} from one that is ${cause}.`;
        return fail(says, evidence);
      }
    }
    return pass(`${seen.length} causes look alike.`, evidence);
  };

const both = (
  name: 'metrics' | 'roster',
  asks: RuleBody['asks'] & object,
  again: (typeof asks)[number],
): Rule =>
  must(
    `5-R5${name === 'metrics' ? 'b' : 'c'}`,
    `Missing, not enrolled and without access are answered the same on the ${name} endpoint.`,
    {
      asks: [...asks, again],
      need: 'configured',
      expected: 'the same status, body and headers for all three',
      judge: lookAlike(asks, again),
    },
  );

const { invented, inventedAgain, noAccess, notEnrolled } = access;

/** Section 5: authentication, and whom analytics answer for. */
export const section5: readonly Rule[] = [
  must('1-R5', 'Analytics answer only for enrolled organizations; being an admin is not enough.', {
    asks: notEnrolled,
    need: 'configured',
    expected: '404 for an organization that is not enrolled',
    check: hasStatus(404),
  }),
  must('5-R2', 'Analytics need the key of an admin of the organization.', {
    asks: noAccess,
    need: 'configured',
    expected: '404 for a key without access',
    check: hasStatus(404),
  }),
  must('5-R2b', 'For the service, a key of a teacher is enough.', {
    asks: access.teacher,
    need: 'configured',
    expected: '200, or 202 first',
    // A 400 refuses what was asked for, not the key: of a classroom that is 2.4-T5a.
    check: ({ status }) =>
      status === 400
        ? prerequisiteFails('answered 400')
        : status === 200
          ? null
          : `answered ${status}, expected 200`,
  }),
  must('5-R4a', 'A key that is not valid gives 401.', {
    asks: access.unknownKey,
    check: hasStatus(401),
  }),
  must('5-R4b', 'A revoked key gives 401.', {
    asks: access.revoked,
    need: 'configured',
    check: hasStatus(401),
  }),
  must('5-R5a', 'An organization that does not exist gives 404.', {
    asks: invented,
    check: hasStatus(404),
  }),
  both('metrics', [invented[0], notEnrolled[0], noAccess[0]], inventedAgain[0]),
  both('roster', [invented[1], notEnrolled[1], noAccess[1]], inventedAgain[1]),
];
