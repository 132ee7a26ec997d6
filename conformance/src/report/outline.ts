import { groupBy } from '../model/group-by.js';
import type { Power, Report, ReportedRule } from '../model/report.js';
import {
  notApplicableReasons,
  type Reason,
  undecidedReasons,
  type Verdict,
} from '../model/verdict.js';
import { probeOf } from '../probes/all-probes.js';
import { type Cause, causesOf } from './causes.js';
import { type Finding, findingStyles, findings, rulesFound } from './findings.js';
import { between, duration, utcMoment } from './times.js';
import { visible } from './visible-text.js';

/** A text, mostly under a label, and the rules that it is about. */
export interface Line {
  readonly label: string;
  readonly text: string;
  readonly ids?: readonly string[];
}

/** A part of a report: rules in full, then lines. */
export interface Section {
  readonly title: string;
  readonly cards: readonly Cause[];
  readonly lines: readonly Line[];
}

/** Rows of texts under a head. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a report says and in which order: every format for people is made of this. */
export interface Outline {
  /** The verdict in a word. */
  readonly word: string;
  /** The verdict in a sentence; what kept the run from one comes first. */
  readonly headline: string;
  /** What to do when a run did not go through to its end; `null` when it did. */
  readonly ending: string | null;
  /** Sections that say something. */
  readonly sections: readonly Section[];
  /** Open points, and what the service does there. */
  readonly profile: Table;
  /** Every request and every wait. */
  readonly requests: Table;
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

const endings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    quota: 'Use resume when the hour is over: what is decided stays decided.',
    pending: 'Use resume later, or with a longer --max-wait: what is decided stays decided.',
    interrupted: 'Use resume to decide the rest: what is decided stays decided.',
    unanswered: 'Use resume when the service answers again: what is decided stays decided.',
    deadline:
      'Use resume to decide the rest, with a longer --deadline if the service is that slow.',
    smoke: 'The run stopped there: further requests would say nothing of the rules.',
  }),
);

/** Whether a run stopped before its end, and can go on from there. */
export const canResume = ({ ended }: Report): boolean => !['complete', 'smoke'].includes(ended);

const endingOf = ({ ended }: Report): string | null => {
  if (ended === 'complete') return null;
  return endings.get(ended) ?? `The run ended: ${visible(ended, 80)}.`;
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
  `If one number of the answers were wrong by one, the run would notice it in ${Math.floor((10 * noticed) / made)} of 10 cases (tried with ${made} numbers).`;

/** What a reason means to the reader of a report; the empty text when there is none. */
export const reasonSentence = (reason: Reason | null): string =>
  reason === null ? '' : { ...undecidedReasons, ...notApplicableReasons }[reason];

/** Lines of the same words as one, with the rules of all. */
const grouped = (lines: readonly Line[]): readonly Line[] =>
  [...groupBy(lines, ({ label, text }) => `${label} ${text}`).values()].map((same) => ({
    ...same[0]!,
    ids: same.flatMap(({ ids = [] }) => ids),
  }));

const changeLabels = { newFailure: 'NEW FAILURE', fixed: 'FIXED', changed: 'CHANGED' } as const;

const changeWord = (verdict: Verdict | null): string =>
  verdict === 'notApplicable' ? 'out of scope' : (verdict ?? 'no rule');

/** What changed since the baseline, by kind and reason. */
const changesIn = ({ changes, rules }: Report): readonly Line[] => {
  if (changes?.length === 0) return [{ label: '', text: 'nothing' }];
  const reasons = new Map(rules.map(({ id, reason }) => [id, reason]));
  return grouped(
    (changes ?? []).map(({ rule, kind, before, now }) => {
      const why = reasonSentence(reasons.get(rule) ?? null);
      const text = `${changeWord(before)} -> ${changeWord(now)}: ${why}`;
      return { label: changeLabels[kind], text: text.trimEnd(), ids: [rule] };
    }),
  );
};

/** Findings that a count has to explain. */
const countLabels: Readonly<Partial<Record<Finding, string>>> = {
  observed: 'at open points (the specification leaves them open: recorded, never a failure)',
  notApplicable: 'out of scope (the run lacked what they need)',
};

const runIn = (report: Report): readonly Line[] => {
  const { power, suite } = report;
  const more = moreWords(report);
  const length = duration(between(report.startedAt, report.endedAt));
  const counts = findings
    .map((finding) => [finding, rulesFound(report, finding).length] as const)
    .filter(([, count]) => count > 0)
    .map(([finding, count]) => `${count} ${countLabels[finding] ?? findingStyles[finding].label}`);
  const lines: readonly (readonly [label: string, text: string | null])[] = [
    ['Rules', counts.join(', ')],
    ['Service', `${report.baseUrl}, organization ${report.organization}`],
    ['Data', modeWords(report)],
    ['Requests', requestWords(report)],
    ['Time', `${utcMoment(report.startedAt)}, sending took ${length}`],
    ['Suite', `${suite.name} ${suite.version}, seed ${report.seed}`],
    ['Exit code', String(report.exitCode)],
    ['Power', power === undefined || power.made === 0 ? null : powerWords(power)],
    ['More', more],
  ];
  return lines.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
};

const profileOf = ({ profile }: Report): Table => ({
  title: 'Open points: what this deployment does',
  head: ['Point', 'Question', 'Seen', 'Pinned'],
  rows: Object.entries(profile).map(([point, { question, answer, pinned }]) => {
    const differs = pinned === null || pinned === answer ? '' : ' (differs)';
    return [point, question, answer, `${pinned ?? ''}${differs}`];
  }),
});

const timeOf = (moment: string): string => utcMoment(moment).slice(11, 19);

const requestsOf = ({ timeline, waits }: Report): Table => ({
  title: `All ${timeline.length} requests and ${waits.length} waits`,
  head: ['#', 'Time (UTC)', 'Endpoint', 'Request', 'Status', 'Took'],
  rows: [
    ...timeline.map(({ seq, at, target, endpoint, probe, purpose, status, elapsedMs }) => [
      ...[String(seq), timeOf(at), target === 'main' ? endpoint : `${endpoint}, ${target}`],
      ...[
        `${probeOf(probe)?.says ?? ''} (${purpose})`.replace(' (submit)', '').trim(),
        String(status ?? 'no answer'),
        duration(elapsedMs),
      ],
    ]),
    ...waits.map(({ at, until, why }) => [
      ...['', timeOf(at), '', why, '', duration(between(at, until))],
    ]),
  ],
});

/** What a report says, in the order in which people need it. */
export const outlineOf = (report: Report): Outline => {
  const texts = (all: readonly string[]): readonly Line[] =>
    all.map((text) => ({ label: '', text }));
  const section = (title: string, lines: readonly Line[], cards: readonly Cause[] = []) => {
    return { title, cards, lines };
  };
  const contradictions = rulesFound(report, 'contradiction');
  const undecided = rulesFound(report, 'undecided').map(({ reason, id }) => {
    return { label: '', text: reasonSentence(reason), ids: [id] };
  });
  const sections: readonly Section[] = [
    section('To fix', [], causesOf(report)),
    section(
      'Contradictions',
      [],
      contradictions.map((first) => ({ first, others: [] })),
    ),
    section('Undecided', grouped(undecided)),
    section('Changed since the baseline', changesIn(report)),
    section('Warnings', texts(report.warnings)),
    section('Skipped with --skip', texts(report.skipped)),
    section('The run', runIn(report)),
  ];
  return {
    word: verdictWords[report.verdict],
    headline: headline(report),
    ending: endingOf(report),
    sections: sections.filter(({ cards, lines }) => cards.length + lines.length > 0),
    profile: profileOf(report),
    requests: requestsOf(report),
  };
};

/** A line in words, with so many of its rules by name. */
export const lineWords = (
  { text, ids = [] }: Line,
  idsMax: number = Number.POSITIVE_INFINITY,
): string => {
  const more = ids.length > idsMax ? `and ${ids.length - idsMax} more` : '';
  return [text, ...ids.slice(0, idsMax), more].filter((word) => word !== '').join(' ');
};
