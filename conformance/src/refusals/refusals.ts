import {
  type Fault,
  type MetricsBody,
  metricsFaults,
  type RequestConstraints,
  rosterFaults,
} from '@tallyboard/arbitraries';
import { firstDayOf } from '@tallyboard/core/vocabulary';
import { accept, json } from '../model/request.js';
import { contentSafety, tiny } from '../probes/entries.js';
import { type Draft, type Make, type Probe, probesOf, variant } from '../probes/probe.js';

/** Clauses by the id of a request, that of its rule, and the faults whose variants are sent. */
type Rows = Readonly<Record<`${string} ${string} ${string}`, string>>;

const metricsRows: Rows = {
  'MN5 4.1-T1a metrics missing': 'metrics is required.',
  'MN6 4.1-T1b metrics empty': 'metrics has at least one entry.',
  'MN7 4.1-T1c more than 25 entries': 'metrics has at most 25 entries.',
  'MN8 4.1-T2a name missing': 'An entry has a name.',
  'MN9 4.1-R3a unknown metric': 'An unknown metric is refused.',
  'MN10 4.1-R3b unknown value of a property': 'An unknown status is refused.',
  'MN11 4.1-R3c unknown value of a property': 'An unknown userType is refused.',
  "MN12 4.1-R3d unknown value of a property | another metric's value":
    'An unknown sortBy is refused.',
  'MN13 4.1-R3e unknown value of a property': 'An unknown mediaType is refused.',
  "MN14 2.2-R3b another metric's value": 'Only wallEngagementMinutes takes anonymous.',
  'MN15 4.1-R1b the same entry twice':
    'Two entries that resolve to the same, all spelled out or not, are refused.',
  'MN16 4.1-R1c the same entry twice':
    'Two entries that resolve to the same after repeats collapse are refused.',
  'MN17 4.1-R2b more than fifty queries by every count':
    'More than 50 queries, by every way of counting them, are refused.',
  'MN18 4.1-R4 role slice without month':
    'A metric sliced only by month is refused with roles and without month.',
  'MN19 4.1-R5a required property missing': 'peerInteractionCount requires userType.',
  'MN20 4.1-R5b required property missing': 'attachmentCountByCategory requires userType.',
  'MN21 4.1-R5c required property missing': 'topBoards requires sortBy.',
  'MN22 4.1-R5d required property missing': 'topUsers requires sortBy.',
  'MN23 4.1-R5e required property missing': 'topMedia requires mediaType.',
  'MN24 4.1-R6a invited or joined of everybody | series of joined of everybody':
    'memberCount with status invited requires userType.',
  'MN25 4.1-R6b invited or joined of everybody | series of joined of everybody':
    'memberCount with status joined requires userType.',
  'MN26 4.1-R7 all among roles | all among roles of a series':
    'A list of all mixed with role names is refused.',
  'MN27 4.1-T7b month for a metric without series':
    'With month every metric of the call must have a monthly form.',
  'MN28 4.1-R8b month for active and inactive':
    'month with an unsupported combination of properties is refused.',
  'MN29 4.1-T7a unknown dimension | dimensions no array': 'month is the only dimension.',
  'MN30 4.1-R10a from alone': 'from is sent with to, or not at all.',
  'MN31 4.1-R10b to alone': 'to is sent with from, or not at all.',
  'MN32 4.1-R10c range of 25 months': 'A range spans at most 24 months, both ends counted.',
  'MN33 4.1-R10d range before the window':
    'A range begins no earlier than January of five years ago.',
  'MN34 4.1-R10e range after the current month': 'A range ends no later than the current month.',
  'MN35 4.1-R10f from is no month': 'from and to have the form YYYY-MM.',
  'MN36 4.1-R10g range backwards': 'A range does not end before it begins.',
  'MN37 4.1-R9g content safety for a team':
    'Content safety of the organization under test is refused if it is a team.',
  'MN38 4.1-T7c month for content safety':
    'With month no metric of content safety is served: none has a monthly form.',
};

/** Each metric of content safety with the id of its rule. */
const teamRules = contentSafety.map((name, index) => ({
  ...{ name, id: `MT${index + 1}`, rule: `4.1-R9${'abcdef'.charAt(index)}` },
}));

const teamRows: Rows = Object.fromEntries(
  teamRules.map(({ id, rule, name }) => [
    `${id} ${rule} content safety for a team`,
    `${name} of a team is refused.`,
  ]),
);

const rosterRows: Rows = {
  'RN1 4.2-R1a perPage out of bounds': 'perPage above 100 is refused, not clamped.',
  'RN2 4.2-R1b perPage out of bounds | perPage is no number':
    'perPage below 1, or no number, is refused, not clamped.',
  'RN3 4.2-R1c page out of bounds': 'Page zero is refused.',
  'RN4 4.2-R1d page out of bounds': 'A negative page is refused.',
  'RN5 4.2-R1e unknown sort': 'An unknown sort is refused.',
  'RN6 4.2-R1f unknown order': 'An unknown order is refused.',
  'RN7 4.2-R1g unknown status | unknown status beside a known one': 'An unknown status is refused.',
  'RN8 4.2-R1h unknown userType': 'An unknown userType is refused.',
  'RN9 4.2-R1i owner cannot be asked for': 'The owner alone cannot be asked for.',
  'RN18 4.2-R1q page is no number': 'A page that is no number is refused.',
  'RN10 4.2-R2b page beyond the offset': 'An offset above 1,000,000 is refused.',
  'RN11 4.2-R1j from alone': 'from without to is refused.',
  'RN12 4.2-R1k to alone': 'to without from is refused.',
  'RN13 4.2-R1l range of 25 months': 'A range of more than 24 months is refused.',
  'RN14 4.2-R1m range before the window': 'A range before January of five years ago is refused.',
  'RN15 4.2-R1n range after the current month': 'A range after the current month is refused.',
  'RN16 4.2-R1o from is no month': 'A malformed month is refused.',
  'RN17 4.2-R1p range backwards': 'A range does not end before it begins.',
};

/** No one sentence of the specification says these. */
const inferred: ReadonlySet<string> = new Set([
  ...['2.2-R3b', '4.1-R10g', '4.2-R1i', '4.2-R1p', '4.2-R1q'],
]);

/** Of the faults of some rules only the variants whose text matches are sent. */
const matching: Readonly<Record<string, RegExp>> = {
  '4.1-R3b': /"status"/,
  '4.1-R3c': /"userType"/,
  '4.1-R3d': /"sortBy":("boards"|"comments"|\[)/,
  '4.1-R3e': /"mediaType"/,
  '2.2-R3b': /"anonymous"/,
  '4.1-R1b': /^(?!.*"owner","teacher","owner")/,
  '4.1-R1c': /"owner","teacher","owner"/,
  '4.1-R5a': /peerInteractionCount/,
  '4.1-R5b': /attachmentCountByCategory/,
  '4.1-R5c': /topBoards/,
  '4.1-R5d': /topUsers/,
  '4.1-R5e': /topMedia/,
  '4.1-R6a': /invited/,
  '4.1-R6b': /joined/,
  ...Object.fromEntries(teamRules.map(({ rule, name }) => [rule, new RegExp(`"${name}"`)])),
  '4.2-R1a': /"\d{3,}"/,
  '4.2-R1b': /"(-1|0|x|1\.5|NaN)"/,
  '4.2-R1c': /"0"/,
  '4.2-R1d': /"-/,
  '4.2-R1q': /"(x|1\.5|NaN|--1)"/,
};

/** Faults of this kind rest on the current month or year being certain. */
const boundaries: Readonly<Record<string, Probe['boundary']>> = {
  'range after the current month': 'month',
  'range before the window': 'year',
};

/** All variants of all refusals take two hours. */
const variantsMost = 4;

/** The variants of faults by their names, in a sound request. */
const variantsOf =
  <Sound, Broken>(faults: readonly Fault<Sound, Broken>[], sound: Sound) =>
  (names: readonly string[], setting: RequestConstraints): readonly Broken[] =>
    names
      .flatMap((name) => faults.filter((fault) => fault.name === name))
      .filter(({ organizationTypes }) => organizationTypes.includes(setting.organizationType))
      .flatMap(({ variants, apply }) =>
        Array.from({ length: variants }, (_, at) => apply(sound, setting, at)),
      );

const ofMetrics = variantsOf<MetricsBody, unknown>(metricsFaults, tiny);
const ofRoster = variantsOf(rosterFaults, []);

/** The requests of rows: the smallest sound request with one fault. */
const refusing = (
  endpoint: 'metrics' | 'roster',
  rows: Rows,
  target: Probe['target'] = 'main',
): readonly Probe[] =>
  Object.entries(rows).map(([head, says]) => {
    const [id = '', rule = '', ...words] = head.split(' ');
    const names = words.join(' ').split(' | ');
    const draft: Probe['draft'] = (context) => {
      const organizationType = target === 'team' ? 'team' : context.family;
      const setting = { organizationType, today: firstDayOf(context.month) };
      const drafts: readonly Draft[] =
        endpoint === 'metrics'
          ? ofMetrics(names, setting).map((body) => ({ body }))
          : ofRoster(names, setting).map((query) => ({ query }));
      const sent = drafts
        .filter((one) => matching[rule]?.test(JSON.stringify(one)) ?? true)
        .slice(0, variantsMost);
      return sent.length === 0 ? null : variant(sent, context);
    };
    return probesOf(endpoint, 'rejection')(id, says, draft, {
      target,
      decides: { rule, level: inferred.has(rule) ? 'inferred' : 'must' },
      boundary: names.map((name) => boundaries[name]).find((one) => one !== undefined) ?? null,
    });
  });

/** One of several in each context: runs one after another take them all. */
const pick =
  <A>(...all: readonly A[]): Make<A> =>
  (context) =>
    variant(all, context);

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

const [toMetrics, toRoster] = [probesOf('metrics', 'rejection'), probesOf('roster', 'rejection')];

// No generator of faults knows of these: the fault is no JSON, or in a header.
export const malformedJson = toMetrics(
  'MN1',
  'Malformed JSON is refused.',
  (context) => ({ body: malformedBodies(context) }),
  { decides: { rule: '4.1-R12', level: 'must' } },
);

export const otherContentType = toMetrics('MN2', 'a Content-Type other than JSON', (context) => ({
  body: tiny,
  headers: [accept, ['Content-Type', unsupported(context)]],
}));

export const otherAccept = toMetrics('MN4', 'an Accept of something else', (context) => ({
  body: tiny,
  headers: [['Accept', unacceptable(context)], json],
}));

export const otherRosterAccept = toRoster('RN19', 'an Accept of something else', (context) => ({
  query: [],
  headers: [['Accept', unacceptable(context)]],
}));

/** The metrics requests that must be refused: each is sound but for one fault. */
export const metricsRefusals: readonly Probe[] = [
  malformedJson,
  otherContentType,
  otherAccept,
  ...refusing('metrics', metricsRows),
];

/** Content safety of a team, one metric each (4.1.9). */
export const teamRefusals: readonly Probe[] = refusing('metrics', teamRows, 'team');

/** The roster requests that must be refused: each is sound but for one fault. */
export const rosterRefusals: readonly Probe[] = [
  ...refusing('roster', rosterRows),
  otherRosterAccept,
];

const refusals = [...metricsRefusals, ...teamRefusals, ...rosterRefusals];

/** The request that a rule of refusals is decided by. */
export const refusalOf = (rule: string): Probe => {
  const found = refusals.find(({ decides }) => decides?.rule === rule);
  if (found === undefined) throw new RangeError(`No refusal decides ${rule}`);
  return found;
};
