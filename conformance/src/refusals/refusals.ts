import { type Fault, type MetricsBody, metricsFaults, rosterFaults } from '@tallyboard/arbitraries';
import { firstDayOf } from '@tallyboard/core/vocabulary';
import { accept, json } from '../model/request.js';
import { contentSafety, tiny } from '../probes/entries.js';
import {
  type Draft,
  type Make,
  type Pairs,
  type Probe,
  type ProbeContext,
  probe,
  variant,
} from '../probes/probe.js';

/** The id of a request and of its rule, the rule's clause, and the faults whose variants are sent. */
type Row = readonly [
  ids: `${string} ${string}`,
  clause: string,
  fault: string | readonly string[],
  /** Only variants whose text matches. */
  matching?: RegExp | null,
  level?: 'inferred',
];

const metricsRows: readonly Row[] = [
  ['MN5 4.1-T1a', 'metrics is required.', 'metrics missing'],
  ['MN6 4.1-T1b', 'metrics has at least one entry.', 'metrics empty'],
  ['MN7 4.1-T1c', 'metrics has at most 25 entries.', 'more than 25 entries'],
  ['MN8 4.1-T2a', 'An entry has a name.', 'name missing'],
  ['MN9 4.1-R3a', 'An unknown metric is refused.', 'unknown metric'],
  ['MN10 4.1-R3b', 'An unknown status is refused.', 'unknown value of a property', /"status"/],
  ['MN11 4.1-R3c', 'An unknown userType is refused.', 'unknown value of a property', /"userType"/],
  [
    'MN12 4.1-R3d',
    'An unknown sortBy is refused.',
    ['unknown value of a property', "another metric's value"],
    /"sortBy":("boards"|"comments"|\[)/,
  ],
  [
    'MN13 4.1-R3e',
    'An unknown mediaType is refused.',
    'unknown value of a property',
    /"mediaType"/,
  ],
  [
    'MN14 2.2-R3b',
    'Only wallEngagementMinutes takes anonymous.',
    ["another metric's value"],
    /"anonymous"/,
    'inferred',
  ],
  [
    'MN15 4.1-R1b',
    'Two entries that resolve to the same, all spelled out or not, are refused.',
    'the same entry twice',
    /^(?!.*"owner","teacher","owner")/,
  ],
  [
    'MN16 4.1-R1c',
    'Two entries that resolve to the same after repeats collapse are refused.',
    'the same entry twice',
    /"owner","teacher","owner"/,
  ],
  [
    'MN17 4.1-R2b',
    'More than 50 queries, by every way of counting them, are refused.',
    'more than fifty queries by every count',
  ],
  [
    'MN18 4.1-R4',
    'A metric sliced only by month is refused with roles and without month.',
    'role slice without month',
  ],
  ...(
    [
      ['MN19 4.1-R5a', 'peerInteractionCount', 'userType'],
      ['MN20 4.1-R5b', 'attachmentCountByCategory', 'userType'],
      ['MN21 4.1-R5c', 'topBoards', 'sortBy'],
      ['MN22 4.1-R5d', 'topUsers', 'sortBy'],
      ['MN23 4.1-R5e', 'topMedia', 'mediaType'],
    ] as const
  ).map(
    ([ids, name, property]): Row => [
      ids,
      `${name} requires ${property}.`,
      'required property missing',
      new RegExp(name),
    ],
  ),
  ...(['MN24 4.1-R6a invited', 'MN25 4.1-R6b joined'] as const).map((row): Row => {
    const [id = '', rule = '', status = ''] = row.split(' ');
    return [
      `${id} ${rule}`,
      `memberCount with status ${status} requires userType.`,
      ['invited or joined of everybody', 'series of joined of everybody'],
      new RegExp(status),
    ];
  }),
  [
    'MN26 4.1-R7',
    'A list of all mixed with role names is refused.',
    ['all among roles', 'all among roles of a series'],
  ],
  [
    'MN27 4.1-T7b',
    'With month every metric of the call must have a monthly form.',
    'month for a metric without series',
  ],
  [
    'MN28 4.1-R8b',
    'month with an unsupported combination of properties is refused.',
    'month for active and inactive',
  ],
  ['MN29 4.1-T7a', 'month is the only dimension.', ['unknown dimension', 'dimensions no array']],
  ['MN30 4.1-R10a', 'from is sent with to, or not at all.', 'from alone'],
  ['MN31 4.1-R10b', 'to is sent with from, or not at all.', 'to alone'],
  ['MN32 4.1-R10c', 'A range spans at most 24 months, both ends counted.', 'range of 25 months'],
  [
    'MN33 4.1-R10d',
    'A range begins no earlier than January of five years ago.',
    'range before the window',
  ],
  [
    'MN34 4.1-R10e',
    'A range ends no later than the current month.',
    'range after the current month',
  ],
  ['MN35 4.1-R10f', 'from and to have the form YYYY-MM.', 'from is no month'],
  ['MN36 4.1-R10g', 'A range does not end before it begins.', 'range backwards', null, 'inferred'],
  [
    'MN37 4.1-R9g',
    'Content safety of the organization under test is refused if it is a team.',
    'content safety for a team',
  ],
  [
    'MN38 4.1-T7c',
    'With month no metric of content safety is served: none has a monthly form.',
    'month for content safety',
  ],
];

const teamRows = contentSafety.map(
  (name, index): Row => [
    `MT${index + 1} 4.1-R9${'abcdef'.charAt(index)}`,
    `${name} of a team is refused.`,
    'content safety for a team',
    new RegExp(`"${name}"`),
  ],
);

const rosterRows: readonly Row[] = [
  [
    'RN1 4.2-R1a',
    'perPage above 100 is refused, not clamped.',
    'perPage out of bounds',
    /"\d{3,}"/,
  ],
  [
    'RN2 4.2-R1b',
    'perPage below 1, or no number, is refused, not clamped.',
    ['perPage out of bounds', 'perPage is no number'],
    /"(-1|0|x|1\.5|NaN)"/,
  ],
  ['RN3 4.2-R1c', 'Page zero is refused.', 'page out of bounds', /"0"/],
  ['RN4 4.2-R1d', 'A negative page is refused.', 'page out of bounds', /"-/],
  ['RN5 4.2-R1e', 'An unknown sort is refused.', 'unknown sort'],
  ['RN6 4.2-R1f', 'An unknown order is refused.', 'unknown order'],
  [
    'RN7 4.2-R1g',
    'An unknown status is refused.',
    ['unknown status', 'unknown status beside a known one'],
  ],
  ['RN8 4.2-R1h', 'An unknown userType is refused.', 'unknown userType'],
  [
    'RN9 4.2-R1i',
    'The owner alone cannot be asked for.',
    'owner cannot be asked for',
    null,
    'inferred',
  ],
  [
    'RN18 4.2-R1q',
    'A page that is no number is refused.',
    'page is no number',
    /"(x|1\.5|NaN|--1)"/,
    'inferred',
  ],
  ['RN10 4.2-R2b', 'An offset above 1,000,000 is refused.', 'page beyond the offset'],
  ['RN11 4.2-R1j', 'from without to is refused.', 'from alone'],
  ['RN12 4.2-R1k', 'to without from is refused.', 'to alone'],
  ['RN13 4.2-R1l', 'A range of more than 24 months is refused.', 'range of 25 months'],
  [
    'RN14 4.2-R1m',
    'A range before January of five years ago is refused.',
    'range before the window',
  ],
  ['RN15 4.2-R1n', 'A range after the current month is refused.', 'range after the current month'],
  ['RN16 4.2-R1o', 'A malformed month is refused.', 'from is no month'],
  ['RN17 4.2-R1p', 'A range does not end before it begins.', 'range backwards', null, 'inferred'],
];

/** Faults of this kind rest on the current month or year being certain. */
const boundaries: Readonly<Record<string, Probe['boundary']>> = {
  'range after the current month': 'month',
  'range before the window': 'year',
};

/** All variants of all refusals take two hours. */
const variantsMost = 4;

type AnyFault<Sound> = Pick<
  Fault<Sound, unknown>,
  'name' | 'organizationTypes' | 'variants' | 'apply'
>;

/** The requests of rows: the smallest sound request with one fault. */
const refusing =
  <Sound>(
    endpoint: Probe['endpoint'],
    faults: readonly AnyFault<Sound>[],
    sound: Sound,
    draftOf: (request: Sound) => Draft,
    more: Partial<Probe> = {},
  ) =>
  ([ids, says, named, matching, level]: Row): Probe => {
    const [id = '', rule = ''] = ids.split(' ');
    const names = [named].flat();
    const variantsIn = ({ family, month }: ProbeContext): readonly unknown[] => {
      const organizationType = more.target === 'team' ? 'team' : family;
      const setting = { organizationType, today: firstDayOf(month) };
      return names
        .flatMap((name) => faults.filter((fault) => fault.name === name))
        .filter((fault) => fault.organizationTypes.includes(organizationType))
        .flatMap((fault) =>
          Array.from({ length: fault.variants }, (_, at) => fault.apply(sound, setting, at)),
        )
        .filter((faulty) => matching?.test(JSON.stringify(faulty)) ?? true)
        .slice(0, variantsMost);
    };
    return probe({
      ...{ id, endpoint, kind: 'rejection', says, decides: { rule, level: level ?? 'must' } },
      boundary: names.map((name) => boundaries[name]).find((one) => one !== undefined) ?? null,
      draft: (context) => {
        const variants = variantsIn(context);
        return variants.length === 0 ? null : draftOf(variant(variants, context) as Sound);
      },
      ...more,
    });
  };

/** The smallest sound request of an endpoint: each refused one is this with one fault. */
export const soundRequest = (endpoint: Probe['endpoint']): Draft =>
  endpoint === 'roster' ? { query: [] } : { body: tiny };

const body = (sent: unknown): Draft => ({ body: sent });
const query = (sent: Pairs): Draft => ({ query: sent });

/** One of several in each context: runs one after another take them all. */
const pick =
  <A>(...all: readonly A[]): Make<A> =>
  (context) =>
    variant(all, context);

/** A request of which no generator of faults knows: its fault is no JSON, or in a header. */
const other = (
  id: string,
  says: string,
  draft: Make<Draft>,
  decides?: Probe['decides'],
  more: Partial<Probe> = {},
): Probe =>
  probe({
    ...{ id, endpoint: 'metrics', kind: 'rejection', says, draft },
    ...(decides && { decides }),
    ...more,
  });

/** Texts that are no JSON: cut off, with something after the end, wrong quotes, a comma too many. */
const malformedBodies = pick(
  '{"metrics":[{"name":"newMemberCount"}]}}',
  '{"metrics":[{"name":',
  "{'metrics':[{'name':'newMemberCount'}]}",
  '{"metrics":[{"name":"newMemberCount"},]}',
);

/** Content types that no body may have (4). */
const unsupported = pick(
  ...['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp'],
);

/** Media types that the API is not served in (4). */
const unacceptable = pick(...['text/html', 'application/json', 'application/vnd.api', 'image/png']);

export const malformedJson = other(
  'MN1',
  'Malformed JSON is refused.',
  (context) => body(malformedBodies(context)),
  { rule: '4.1-R12', level: 'must' },
);

export const otherContentType = other('MN2', 'a Content-Type other than JSON', (context) => ({
  body: tiny,
  headers: [accept, ['Content-Type', unsupported(context)]],
}));

export const otherAccept = other('MN4', 'an Accept of something else', (context) => ({
  body: tiny,
  headers: [['Accept', unacceptable(context)], json],
}));

export const otherRosterAccept = other(
  'RN19',
  'an Accept of something else',
  (context) => ({ query: [], headers: [['Accept', unacceptable(context)]] }),
  undefined,
  { endpoint: 'roster' },
);

/** The metrics requests that must be refused: each is sound but for one fault. */
export const metricsRefusals: readonly Probe[] = [
  malformedJson,
  otherContentType,
  otherAccept,
  ...metricsRows.map(refusing<MetricsBody>('metrics', metricsFaults, tiny, body)),
];

/** Content safety of a team, one metric each (4.1.9). */
export const teamRefusals: readonly Probe[] = teamRows.map(
  refusing<MetricsBody>('metrics', metricsFaults, tiny, body, { target: 'team' }),
);

/** The roster requests that must be refused: each is sound but for one fault. */
export const rosterRefusals: readonly Probe[] = [
  ...rosterRows.map(refusing<Pairs>('roster', rosterFaults, [], query)),
  otherRosterAccept,
];

const refusals = [...metricsRefusals, ...teamRefusals, ...rosterRefusals];

/** The request that a rule of refusals is decided by. */
export const refusalOf = (rule: string): Probe => {
  const found = refusals.find(({ decides }) => decides?.rule === rule);
  if (found === undefined) throw new RangeError(`No refusal decides ${rule}`);
  return found;
};
