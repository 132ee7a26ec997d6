import { metricNames, rosterSorts } from '@tallyboard/core/vocabulary';
import type { Report, ReportedRule } from '../model/report.js';
import { foundWords, isLaw, rulesFound } from './findings.js';

/** Failures that share a request and a figure, or are wrong in the same way: likely one fault. */
export interface Cause {
  /** The failure that shows it. */
  readonly first: ReportedRule;
  readonly others: readonly ReportedRule[];
}

/** What counts the rows of the roster: wrong in one answer, it is wrong in all. */
const totals = ['totalCount', 'totalPages'];

/** A name without what it counts by: `post` of postCount and posts, `total` of totalCount and totalPages. */
const stemOf = (name: string): string => name.replace(/Count$|Pages$|s$/, '');

/** Metrics and columns, and what sentences call them: `posts` for postCount. */
const names = [
  ...[...totals, ...metricNames, ...rosterSorts],
  ...metricNames.map((name) => stemOf(name) + 's'),
];
const nameIn = new RegExp(
  `\\b(?:${names.toSorted((a, b) => b.length - a.length).join('|')})\\b`,
  'g',
);
const value =
  /\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|"[^"]*"|\b[0-9a-f:]{12,}\b|-?\d[\d.:TZ-]*|\b(?:a|de)scending\b/g;

/** A sentence without its names, numbers and values: equal for faults of one kind. */
const templateOf = (sentence: string): string =>
  sentence.replaceAll(nameIn, 'NAME').replaceAll(value, 'V');

/** What two failures of one cause have in common, as keys. */
const keysOf = (rule: ReportedRule, endpointOf: ReadonlyMap<number, string>): readonly string[] => {
  const subjects = new Set(foundWords(rule).match(nameIn)?.map(stemOf));
  const requests = new Set(rule.evidence.map(({ seq }) => seq));
  return [
    ...[...subjects].filter((subject) => totals.map(stemOf).includes(subject)),
    // Answers that contradict each other in one way mostly do so in several.
    ...(requests.size > 1 && isLaw(rule) ? [`together ${[...requests].toSorted().join()}`] : []),
    ...rule.evidence.flatMap(({ seq, actual }) => [
      `${endpointOf.get(seq) ?? ''} ${templateOf(actual)}`,
      ...[...subjects].map((subject) => `${seq} ${subject}`),
    ]),
  ];
};

/** The failures of a report by their likely cause, in the order of the report; must-rules come first. */
export const causesOf = (report: Report): readonly Cause[] => {
  const endpointOf = new Map(report.timeline.map(({ seq, endpoint }) => [seq, endpoint]));
  const groups: { keys: Set<string>; rules: ReportedRule[] }[] = [];
  for (const rule of rulesFound(report, 'fail')) {
    const keys = keysOf(rule, endpointOf);
    const joined = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const [into = { keys: new Set<string>(), rules: [] }, ...more] = joined;
    if (joined.length === 0) groups.push(into);
    for (const group of more) {
      into.rules.push(...group.rules);
      for (const key of group.keys) into.keys.add(key);
      groups.splice(groups.indexOf(group), 1);
    }
    into.rules.push(rule);
    for (const key of keys) into.keys.add(key);
  }
  return groups.flatMap(({ rules }) => {
    const [first, ...others] = rules.toSorted(
      (a, b) => Number(b.level === 'must') - Number(a.level === 'must'),
    );
    return first === undefined ? [] : [{ first, others }];
  });
};

/** How many more rules fail for the cause; `null` for none. */
export const causeWords = ({ others: { length } }: Cause): string | null =>
  length === 0
    ? null
    : `${length} more ${length === 1 ? 'rule fails' : 'rules fail'}, likely for the same reason`;
