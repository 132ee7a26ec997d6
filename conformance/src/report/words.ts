import type { Power, Report, ReportedEvidence, ReportedRule } from '../model/report.js';
import type { Endpoint } from '../model/request.js';
import type { Reason, Verdict } from '../model/verdict.js';
import { rulesFound } from './findings.js';
import { visible } from './visible-text.js';

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

/** The verdict of a run in a word. */
export const verdictWord = (report: Report): string => verdictWords[report.verdict];

/** A count with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Why answers that contradict each other are no failure yet, as the first of them says. */
const unconfirmed = (rules: readonly ReportedRule[]): string => {
  const why = rules.find(({ because }) => because !== undefined)?.because;
  return `${counted(rules.length, 'contradiction')} could not be confirmed, because ${why ?? 'the data may have changed between the answers'}`;
};

const outcome = (report: Report): string => {
  const { pass, fail, undecided, notApplicable } = report.counts.inScope;
  const all = counted(pass + fail + undecided + notApplicable, 'rule');
  const contradictions = rulesFound(report, 'contradiction');
  const open = [
    ...(contradictions.length > 0 ? [unconfirmed(contradictions)] : []),
    ...(undecided > contradictions.length
      ? [`${counted(undecided - contradictions.length, 'rule')} could not be decided`]
      : []),
  ].join('; ');
  if (fail > 0) return `${fail} of ${all} fail${open === '' ? '' : `; ${open}`}.`;
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

/** What to do when a run did not go through to its end; `null` when it did. */
export const ending = ({ ended }: Report): string | null =>
  ended === 'complete' ? null : (endings.get(ended) ?? `The run ended: ${visible(ended, 80)}.`);

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

/** What the configuration says of the data, in a few words. */
export const modeWords = ({ mode }: Report): readonly string[] => [
  mode.seeded ? 'compared with facts' : 'without facts',
  ...(mode.frozen && !mode.seeded ? ['unchanging data'] : []),
  ...(mode.quotaCheck ? ['with quota check'] : []),
];

/** Requests by endpoint, each with its allowance where it has one. */
export const requestWords = (report: Report): readonly string[] =>
  (['metrics', 'roster', 'other'] as const).map((endpoint: Endpoint) => {
    const { requests, unanswered, allowance } = report;
    const most = endpoint === 'other' || allowance === 0 ? '' : ` of ${allowance}`;
    const lost = unanswered[endpoint] === 0 ? '' : ` (${unanswered[endpoint]} unanswered)`;
    return `${endpoint} ${requests[endpoint]}${most}${lost}`;
  });

/** How much a pass proves, as people say it: 9 of 10. */
export const powerWords = ({ made, noticed }: Pick<Power, 'made' | 'noticed'>): string =>
  `${Math.floor((10 * noticed) / made)} of 10 wrong answers would have been noticed (${noticed} of ${made} tried on this run).`;

/** A sentence of a judge with the ids of its requests as the numbers that the report shows. */
const readable = (text: string, evidence: readonly ReportedEvidence[]): string => {
  const numbers = new Map(evidence.map(({ probe, seq }) => [probe, `request ${seq}`]));
  return text
    .replace(/^([A-Z]{1,3}\d*): /, (start, id: string) => (numbers.has(id) ? '' : start))
    .replaceAll(/\b[A-Z]{1,3}\d+\b/g, (id) => numbers.get(id) ?? id);
};

/** What was found, and what was expected where the sentence does not say so: one line. */
export const foundWords = ({ message, evidence, expected, verdict }: ReportedRule): string => {
  const said = readable(message, evidence).replace(/\.$/, '');
  const isSaid =
    verdict !== 'fail' || /expected|the facts give/.test(said) || expected.length === 0;
  return visible(isSaid ? said : `${said}; expected ${expected.join(', or ')}`, 400);
};

/** What a reason means to the reader of a report. */
export const reasonSentences: Readonly<Record<Reason, string>> = {
  pending: 'Still computing when the run had no requests or no time left.',
  quota: 'The allowance was used up, and a refusal for that says nothing about the rule.',
  drift: 'The data changed between two answers that had to be compared.',
  contradiction: 'Answers contradict each other, and asking again did not confirm it.',
  vacuous: 'Only zeros or empty lists were compared, and they prove nothing.',
  transport: 'No answer, a truncated one, or one from a gateway.',
  monthChange: 'The month changes too near the time of the run.',
  prerequisite: 'An answer that the rule builds on was not of the expected kind.',
  notSent: 'The request that decides the rule was not sent.',
  skipped: 'Left out with --skip.',
  judgeFailed: 'The judge itself failed: a fault of the suite, please report it.',
  needsConfig: 'Needs a key, an organization or a board that the configuration does not name.',
  needsSeed: 'Needs data that the suite knows (--facts).',
  needsFault: 'Needs a slow or faulty service, and it was neither during the run.',
  notRequested: 'Needs the check of the allowance (--quota-check).',
  notExercised: 'The condition of the rule never occurred.',
  otherOrganizationType: 'Holds for another type of organization only.',
  notObservable: 'No request can show it.',
  observed: 'The specification leaves it open; the profile shows what the service does.',
  notSelected: 'Left out by --only.',
};

/** A reason in words; the empty text when there is none. */
export const reasonSentence = (reason: Reason | null): string =>
  reason === null ? '' : reasonSentences[reason];

/** Rules by their reason, in the order of the report. */
export const byReason = (
  rules: readonly ReportedRule[],
): readonly (readonly [string, readonly ReportedRule[]])[] =>
  [...new Set(rules.map(({ reason }) => reason))].map((reason) => [
    reasonSentence(reason),
    rules.filter((rule) => rule.reason === reason),
  ]);

/** Profile entries whose answer is another one than the pinned. */
export const pinnedOtherwise = ({ profile }: Report): readonly string[] =>
  Object.entries(profile)
    .filter(([, { answer, pinned }]) => pinned !== null && pinned !== answer)
    .map(([point, { answer, pinned }]) => `${point}: ${answer}, pinned ${pinned ?? ''}`);
