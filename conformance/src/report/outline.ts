import type { Power, Report, ReportedRule } from '../model/report.js';
import {
  notApplicableReasons,
  type Reason,
  undecidedReasons,
  type Verdict,
} from '../model/verdict.js';
import { type Cause, causesOf } from './causes.js';
import { type Finding, findings, rulesFound } from './findings.js';
import { between, duration, utcMoment } from './times.js';
import { visible } from './visible-text.js';

type Lines = readonly string[];

/** What a report says and in which order: every format for people is made of this. */
export interface Outline {
  /** The verdict in a word. */
  readonly word: string;
  /** The verdict in a sentence; what kept the run from one comes first. */
  readonly headline: string;
  /** What to do when a run did not go through to its end; `null` when it did. */
  readonly ending: string | null;
  readonly causes: readonly Cause[];
  readonly contradictions: readonly ReportedRule[];
  readonly undecided: readonly (readonly [reason: string, rules: readonly ReportedRule[]])[];
  /** Titles with their lines, of which there is at least one. */
  readonly lists: readonly (readonly [title: string, lines: Lines])[];
  /** How many rules have each finding, those that need attention first. */
  readonly counts: readonly (readonly [Finding, number])[];
  /** The run in numbers: names and texts. */
  readonly numbers: readonly (readonly [name: string, text: string])[];
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'PASS',
  fail: 'FAIL',
  undecided: 'UNDECIDED',
  notApplicable: 'NOTHING APPLIES',
};

/** Exit codes that speak of the run itself and not of the service. */
const accidents: Readonly<Record<number, string>> = {
  3: 'The configuration is wrong.',
  4: 'The suite itself failed.',
};

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Why answers that contradict each other are no failure yet, as the first of them says. */
const unconfirmed = (rules: readonly ReportedRule[]): string => {
  const why = rules.find(({ because }) => because !== undefined)?.because;
  return `${counted(rules.length, 'contradiction')} could not be confirmed, because ${why ?? 'the data may have changed between the answers'}`;
};

const outcome = (report: Report): string => {
  const { pass, fail, undecided, notApplicable } = report.counts.inScope;
  const all = counted(pass + fail + undecided + notApplicable, 'rule');
  const contradictions = rulesFound(report, 'contradiction');
  const others = undecided - contradictions.length;
  const open = [
    ...(contradictions.length > 0 ? [unconfirmed(contradictions)] : []),
    ...(others > 0 ? [`${counted(others, 'rule')} could not be decided`] : []),
  ].join('; ');
  const causes = causesOf(report).length;
  const likely = causes < fail ? `, likely from ${counted(causes, 'cause')}` : '';
  if (fail > 0) return `${fail} of ${all} fail${likely}${open === '' ? '' : `; ${open}`}.`;
  if (pass === 0) return `Nothing was proved: none of ${all} was decided.`;
  if (open === '') return `All ${all} hold.`;
  return contradictions.length > 0 ? `${open}.` : `${pass} of ${all} hold; ${open}.`;
};

/** The verdict of a run in one sentence; what kept it from one comes first. */
export const headline = (report: Report): string => {
  const accident = accidents[report.exitCode];
  if (accident !== undefined) return accident;
  const { ended, endedBecause } = report;
  if (ended === 'complete') return visible(outcome(report), 600);
  const stopped = `${visible(endedBecause === '' ? ended : endedBecause, 400)}.`;
  return report.counts.inScope.fail > 0 ? `${stopped} ${visible(outcome(report), 600)}` : stopped;
};

const endings: Readonly<Record<string, string>> = {
  quota: 'Use resume when the hour is over: what is decided stays decided.',
  pending: 'Use resume later, or with a longer --max-wait: what is decided stays decided.',
  interrupted: 'Use resume to decide the rest: what is decided stays decided.',
  unanswered: 'Use resume when the service answers again: what is decided stays decided.',
  deadline: 'Use resume to decide the rest, with a longer --deadline if the service is that slow.',
  smoke: 'The run stopped there: further requests would say nothing of the rules.',
};

const endingOf = ({ ended }: Report): string | null => {
  if (ended === 'complete') return null;
  return Object.hasOwn(endings, ended)
    ? (endings[ended] ?? '')
    : `The run ended: ${visible(ended, 80)}.`;
};

const ways: readonly (readonly [Reason, string])[] = [
  ['needsSeed', '--facts'],
  ['needsConfig', '--config'],
  ['notRequested', '--quota-check'],
];

/** What more a run of this service could decide, by the flag that it takes; `null` when nothing. */
export const moreWords = (report: Report): string | null => {
  if (report.ended === 'smoke') return null;
  const parts = ways
    .filter(([reason]) => reason !== 'notRequested' || !report.mode.quotaCheck)
    .flatMap(([reason, flag]) => {
      const count = report.rules.filter((rule) => rule.reason === reason).length;
      return count === 0 ? [] : [`${flag} (${count})`];
    });
  return parts.length === 0 ? null : `More rules would be decided with ${parts.join(', ')}.`;
};

const modeWords = ({ mode }: Report): string =>
  [
    mode.seeded ? 'compared with facts' : 'without facts',
    ...(mode.frozen && !mode.seeded ? ['unchanging data'] : []),
    ...(mode.quotaCheck ? ['with quota check'] : []),
  ].join(', ');

/** Requests by endpoint, each with its allowance where it has one. */
export const requestWords = ({ requests, unanswered, allowance }: Report): string =>
  (['metrics', 'roster', 'other'] as const)
    .map((endpoint) => {
      const most = endpoint === 'other' || allowance === 0 ? '' : ` of ${allowance}`;
      const lost = unanswered[endpoint] === 0 ? '' : ` (${unanswered[endpoint]} unanswered)`;
      return `${endpoint} ${requests[endpoint]}${most}${lost}`;
    })
    .join(', ');

/** How much a pass proves, as people say it: 9 of 10. */
const powerWords = ({ made, noticed }: Power): string =>
  `${Math.floor((10 * noticed) / made)} of 10 wrong answers would have been noticed (${noticed} of ${made} tried on this run).`;

/** What a reason means to the reader of a report; the empty text when there is none. */
export const reasonSentence = (reason: Reason | null): string =>
  reason === null ? '' : { ...undecidedReasons, ...notApplicableReasons }[reason];

const byReason = (rules: readonly ReportedRule[]): Outline['undecided'] =>
  [...new Set(rules.map(({ reason }) => reason))].map((reason) => [
    reasonSentence(reason),
    rules.filter((rule) => rule.reason === reason),
  ]);

const changeLabels = { newFailure: 'NEW FAILURE', fixed: 'FIXED', changed: 'CHANGED' } as const;

const changesIn = ({ changes = [] }: Report): Lines =>
  changes.length === 0
    ? ['nothing']
    : changes.map(
        ({ rule, kind, before, now }) =>
          `${changeLabels[kind]}  ${rule}: ${before ?? 'no rule'} -> ${now ?? 'no rule'}`,
      );

const numbersOf = (report: Report): Outline['numbers'] => {
  const { power, suite } = report;
  const more = moreWords(report);
  const length = duration(between(report.startedAt, report.endedAt));
  return [
    ['Service', `${report.baseUrl}, organization ${report.organization}`],
    ['Data', modeWords(report)],
    ['Requests', requestWords(report)],
    ['Time', `${utcMoment(report.startedAt)}, ${length}`],
    ['Suite', `${suite.name} ${suite.version}, seed ${report.seed}`],
    ['Exit code', String(report.exitCode)],
    ...(power === undefined || power.made === 0 ? [] : [['Power', powerWords(power)] as const]),
    ...(more === null ? [] : [['More', more] as const]),
  ];
};

/** What a report says, in the order in which people need it. */
export const outlineOf = (report: Report): Outline => {
  const lists: Outline['lists'] = [
    ['Changed since the baseline', report.changes === undefined ? [] : changesIn(report)],
    ['Warnings', report.warnings],
    ['Skipped with --skip', report.skipped],
  ];
  return {
    word: verdictWords[report.verdict],
    headline: headline(report),
    ending: endingOf(report),
    causes: causesOf(report),
    contradictions: rulesFound(report, 'contradiction'),
    undecided: byReason(rulesFound(report, 'undecided')),
    lists: lists.filter(([, lines]) => lines.length > 0),
    counts: findings
      .map((finding) => [finding, rulesFound(report, finding).length] as const)
      .filter(([, count]) => count > 0),
    numbers: numbersOf(report),
  };
};
