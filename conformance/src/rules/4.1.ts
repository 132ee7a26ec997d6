import { expectedRange } from '../judge/expected.js';
import { eachOf, holds, holdsIf, notAs, refusedWith, served, whenServed } from '../judge/judges.js';
import { metricsValid, sentEntries } from '../judge/metrics-answer.js';
import type { Answer } from '../judge/sight.js';
import { isObject, listOf } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import type { Entry } from '../probes/entries.js';
import { hasDays } from './2.7.js';
import { inferred, must } from './rule.js';

type Row = readonly [id: string, probe: string, clause: string];

const refused = ([id, probe, clause]: Row): Rule =>
  must(id, clause, '400', [probe], refusedWith(probe, 400));

const accepted = (id: string, clause: string, ...probes: readonly string[]): Rule =>
  must(id, clause, '200, or 202 first', probes, served(probes));

const nameOf = (entry: Entry): string => String(entry['name']);
const bodyText = (answer: Answer): string => answer.exchange.answer?.body ?? '';

/** The answer names what it refuses: some text of its body holds the words. */
const names = (id: string, probe: string, clause: string): Rule =>
  must(
    id,
    clause,
    '400 with the name of the metric in its body',
    [probe],
    eachOf([probe], (answer) => {
      if (answer.status !== 400) return notAs('400', 'the status', answer.status);
      const name = sentEntries(answer.request).map(nameOf).at(-1) ?? '';
      return holdsIf(
        bodyText(answer).toLowerCase().includes(name.toLowerCase()),
        () => `the body does not name ${name}`,
      );
    }),
  );

const hasCode = (value: unknown): boolean =>
  isObject(value)
    ? value['code'] === 'BAD_JSON' || Object.values(value).some(hasCode)
    : listOf(value).some(hasCode);

const requests: readonly Row[] = [
  ['4.1-T1a', 'MN5', 'metrics is required.'],
  ['4.1-T1b', 'MN6', 'metrics has at least one entry.'],
  ['4.1-T1c', 'MN7', 'metrics has at most 25 entries.'],
  ['4.1-T2a', 'MN8', 'An entry has a name.'],
  ['4.1-T7a', 'MN29', 'month is the only dimension.'],
  ['4.1-T7b', 'MN27', 'With month every metric of the call must have a monthly form.'],
  ['4.1-T7c', 'MN38', 'With month no metric of content safety is served: none has a monthly form.'],
  ['4.1-R9g', 'MN37', 'Content safety of the organization under test is refused if it is a team.'],
  ['4.1-R1b', 'MN15', 'Two entries that resolve to the same, all spelled out or not, are refused.'],
  ['4.1-R1c', 'MN16', 'Two entries that resolve to the same after repeats collapse are refused.'],
  ['4.1-R2b', 'MN17', 'More than 50 queries, by every way of counting them, are refused.'],
  ['4.1-R3a', 'MN9', 'An unknown metric is refused.'],
  ['4.1-R3b', 'MN10', 'An unknown status is refused.'],
  ['4.1-R3c', 'MN11', 'An unknown userType is refused.'],
  ['4.1-R3d', 'MN12', 'An unknown sortBy is refused.'],
  ['4.1-R3e', 'MN13', 'An unknown mediaType is refused.'],
  ['4.1-R4', 'MN18', 'A metric sliced only by month is refused with roles and without month.'],
  ['4.1-R5a', 'MN19', 'peerInteractionCount requires userType.'],
  ['4.1-R5b', 'MN20', 'attachmentCountByCategory requires userType.'],
  ['4.1-R5c', 'MN21', 'topBoards requires sortBy.'],
  ['4.1-R5d', 'MN22', 'topUsers requires sortBy.'],
  ['4.1-R5e', 'MN23', 'topMedia requires mediaType.'],
  ['4.1-R6a', 'MN24', 'memberCount with status invited requires userType.'],
  ['4.1-R6b', 'MN25', 'memberCount with status joined requires userType.'],
  ['4.1-R7', 'MN26', 'A list of all mixed with role names is refused.'],
  ['4.1-R8b', 'MN28', 'month with an unsupported combination of properties is refused.'],
  ['4.1-R10a', 'MN30', 'from is sent with to, or not at all.'],
  ['4.1-R10b', 'MN31', 'to is sent with from, or not at all.'],
  ['4.1-R10c', 'MN32', 'A range spans at most 24 months, both ends counted.'],
  ['4.1-R10d', 'MN33', 'A range begins no earlier than January of five years ago.'],
  ['4.1-R10e', 'MN34', 'A range ends no later than the current month.'],
  ['4.1-R10f', 'MN35', 'from and to have the form YYYY-MM.'],
];

const safety: readonly Row[] = [
  ['4.1-R9a', 'MT1', 'scannedItemCount of a team is refused.'],
  ['4.1-R9b', 'MT2', 'scannedItemCountByType of a team is refused.'],
  ['4.1-R9c', 'MT3', 'avgScanTimeMs of a team is refused.'],
  ['4.1-R9d', 'MT4', 'flaggedItemCount of a team is refused.'],
  ['4.1-R9e', 'MT5', 'flaggedItemCountByCategory of a team is refused.'],
  ['4.1-R9f', 'MT6', 'moderationCatchRatePercent of a team is refused.'],
];

/** Section 4.1: the metrics endpoint. */
export const section4_1: readonly Rule[] = [
  ...requests.map(refused),
  ...safety.map((row): Rule => ({ ...refused(row), need: 'configured' })),
  accepted('4.1-T1d', '25 entries are served.', 'MV1'),
  accepted('4.1-R1a', 'The same metric may appear more than once with other properties.', 'MV2'),
  must(
    '4.1-T8',
    'A sound request is served, whatever metrics and properties it combines.',
    '200, or 202 first, for every sound request',
    metricsValid,
    served(metricsValid),
  ),
  accepted('4.1-R2a', 'Exactly 50 queries are served.', 'MV8'),
  accepted('4.1-R10h', 'A range of 24 months is served.', 'MV2'),
  accepted('4.1-R10i', 'A range from the earliest month on is served.', 'MV6'),
  accepted('4.1-R10j', 'A range of the current month alone is served.', 'MV7'),
  names('4.1-R8a', 'MN27', 'The refusal of a metric without a monthly form names it.'),
  names('4.1-R8c', 'MN28', 'The refusal of an unsupported combination names it.'),
  inferred(
    '4.1-R10g',
    'A range does not end before it begins.',
    '400',
    ['MN36'],
    refusedWith('MN36', 400),
  ),
  must(
    '4.1-R11',
    'Without from and to the range is the billing term, or all time.',
    'meta.dateRange has two days in order',
    ['MV1'],
    eachOf(['MV1'], whenServed(hasDays)),
  ),
  must(
    '4.1-R11s',
    'Without from and to the range is the current billing term, or all time if there is none.',
    'the range that the facts give',
    ['MV1', 'RV1'],
    expectedRange(['MV1', 'RV1']),
    { need: 'seeded' },
  ),
  must(
    '4.1-R11t',
    'Without from and to the range is all time between billing terms, and without any.',
    'the range that the facts give for the second organization and for the classroom',
    ['AU19', 'AU20', 'AU21', 'AU22'],
    expectedRange(['AU19', 'AU20', 'AU21', 'AU22']),
    { need: 'seeded' },
  ),
  must('4.1-R12', 'Malformed JSON is refused.', '400', ['MN1'], refusedWith('MN1', 400)),
  must(
    '4.1-R12b',
    'The refusal of malformed JSON has the code BAD_JSON.',
    'a member code with the value BAD_JSON anywhere in the body',
    ['MN1'],
    eachOf(['MN1'], (answer) =>
      hasCode(answer.document) ? holds : notAs('a code BAD_JSON', 'the body', answer.document),
    ),
  ),
];
