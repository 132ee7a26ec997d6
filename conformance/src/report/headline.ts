import type { Report, RulePower } from '../model/report.js';
import type { Endpoint } from '../model/request.js';
import type { Reason, Verdict } from '../model/verdict.js';
import { visible } from './visible-text.js';

const words: Readonly<Record<Verdict, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  undecided: 'Undecided',
  notApplicable: 'Nothing applies',
};

/** Exit codes that speak of the run itself and not of the service. */
const accidents: Readonly<Record<number, string>> = {
  3: 'The configuration is wrong.',
  4: 'The suite itself failed.',
};

/** The verdict of a run in a word. */
export const verdictWord = (report: Report): string => words[report.verdict];

/** How many rules are in scope. */
export const inScopeCount = ({ counts: { inScope } }: Report): number =>
  inScope.pass + inScope.fail + inScope.undecided + inScope.notApplicable;

/** Why the run got no further, as a sentence; `null` when it went through to its end. */
const cause = ({ ended, endedBecause }: Report): string | null =>
  ended === 'complete' ? null : `${visible(endedBecause === '' ? ended : endedBecause, 400)}.`;

/** The verdict of a run in one sentence; what kept it from one comes first. */
export const headline = (report: Report): string => {
  const accident = accidents[report.exitCode];
  if (accident !== undefined) return accident;
  const stopped = cause(report);
  if (stopped === null) return outcome(report);
  return report.counts.inScope.fail > 0 ? `${stopped} ${outcome(report)}` : stopped;
};

const outcome = (report: Report): string => {
  const { inScope } = report.counts;
  const total = inScopeCount(report);
  const all = `${total} ${total === 1 ? 'rule' : 'rules'}`;
  const open = inScope.undecided === 0 ? '' : `; ${inScope.undecided} could not be decided`;
  if (inScope.fail > 0) {
    return `${inScope.fail} of ${all} in scope ${inScope.fail === 1 ? 'is' : 'are'} broken${open}.`;
  }
  if (inScope.pass === 0) return `Nothing was proved: none of ${all} in scope was decided.`;
  return inScope.pass === total
    ? `All ${all} in scope hold.`
    : `Nothing is broken: ${inScope.pass} of ${all} in scope hold${open}.`;
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
export const ending = (report: Report): string | null =>
  report.ended === 'complete'
    ? null
    : (endings.get(report.ended) ?? `The run ended: ${visible(report.ended, 80)}.`);

const ways: readonly (readonly [Reason, string])[] = [
  ['needsSeed', '--facts'],
  ['needsConfig', '--config'],
  ['notRequested', '--quota-check'],
];

/**
 * What more a run of this service could decide, by the flag that it takes; `null` when nothing, or when the
 * first answers ended the run.
 */
export const moreWords = (report: Report): string | null => {
  if (report.ended === 'smoke') return null;
  const parts = ways.flatMap(([reason, flag]) => {
    const count = report.rules.filter((rule) => rule.reason === reason).length;
    return count === 0 ? [] : [`${flag} (${count})`];
  });
  return parts.length === 0 ? null : `More rules would be decided with ${parts.join(', ')}.`;
};

/** What the configuration says of the data, in a few words. */
export const modeWords = ({ mode }: Report): readonly string[] => [
  mode.seeded ? 'known data' : 'live data',
  ...(mode.frozen ? ['unchanging'] : []),
  ...(mode.quotaCheck ? ['with quota check'] : []),
];

const unansweredWords = ({ unanswered }: Report, endpoint: Endpoint): string =>
  unanswered[endpoint] === 0 ? '' : ` (${unanswered[endpoint]} unanswered)`;

/** What an allowance holds, after how many of it were used. */
export const allowanceWords = ({ allowance }: Report): string =>
  allowance === 0 ? ', no limit' : ` of ${allowance}`;

/** Requests sent, each allowance with what it holds; unanswered ones may not have been counted. */
export const requestWords = (report: Report): readonly string[] => [
  `metrics ${report.requests.metrics}${allowanceWords(report)}${unansweredWords(report, 'metrics')}`,
  `roster ${report.requests.roster}${allowanceWords(report)}${unansweredWords(report, 'roster')}`,
  `other ${report.requests.other}${unansweredWords(report, 'other')}`,
];

const share = (noticed: number, made: number): string => ((100 * noticed) / made).toFixed(1);

/** How much the passes prove, and what would raise it; `null` where that was not worked out. */
export const powerWords = ({ power, rules }: Report): string | null => {
  if (power === undefined || power.made === 0) return null;
  const raisers = rules.flatMap((rule) => rule.power?.raisedBy ?? []);
  const counts = [...new Set(raisers)].map((one) => {
    const count = raisers.filter((other) => other === one).length;
    return `${one} (${count} ${count === 1 ? 'rule' : 'rules'})`;
  });
  const more = counts.length === 0 ? '' : ` To find more: ${counts.join(', ')}.`;
  return `Power ${share(power.noticed, power.made)} %: of ${power.made} faults that break a passed rule, this run finds ${power.noticed}.${more}`;
};

/** How much the pass of one rule proves. */
export const powerOfRuleWords = (power: RulePower): string =>
  [
    `this run finds ${power.noticed} of ${power.made} faults that break the rule`,
    ...(power.missed.length === 0 ? [] : [`not found: ${power.missed.slice(0, 6).join(', ')}`]),
    ...(power.raisedBy.length === 0 ? [] : [`to find more: ${power.raisedBy.join(', ')}`]),
  ].join('; ');
