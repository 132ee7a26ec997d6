import type { Report } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';
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

/** The verdict of a run in one sentence. */
export const headline = (report: Report): string => {
  const accident = accidents[report.exitCode];
  if (accident !== undefined) return accident;
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
    quota: 'The run stopped when the allowance was used up; resume it when the hour is over.',
    interrupted: 'The run was interrupted; resume it to decide the rest.',
    smoke: 'The run stopped early: the first answers made the rest pointless.',
  }),
);

/** What to know of how the run ended; `null` when it went through to its end. */
export const ending = (report: Report): string | null =>
  report.ended === 'complete'
    ? null
    : (endings.get(report.ended) ?? `The run ended: ${visible(report.ended, 80)}.`);

/** What the run was told of its data, in a few words. */
export const modeWords = ({ mode }: Report): readonly string[] => [
  mode.seeded ? 'known data' : 'live data',
  ...(mode.frozen ? ['frozen'] : []),
  ...(mode.quotaCheck ? ['with quota check'] : []),
];

/** Requests sent, each allowance with what it holds. */
export const requestWords = ({ requests, allowance }: Report): readonly string[] => [
  `metrics ${requests.metrics} of ${allowance}`,
  `roster ${requests.roster} of ${allowance}`,
  `other ${requests.other}`,
];
