import {
  limits,
  type MemberStatus,
  type MetricRow,
  memberStatusCatalog,
  metricRow,
  monthOfDay,
  type PropertyName,
  parseMonth,
  propertyNames,
  type RuleId,
} from '@tallyboard/core/vocabulary';
import { earliestMonth } from '../range.js';
import type { FaultSetting } from './fault.js';

/*
 * A plain reading of the rules for the tests of this package only: it tells which clauses a request
 * breaks, so that valid requests can be shown to break none and faults exactly one.
 */

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

const listOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : isList(value) ? [...new Set(value)] : [];

const rulesOfProperty = (row: MetricRow, property: PropertyName, value: unknown): RuleId[] => {
  const taken = row.properties[property];
  if (taken === undefined) return ['4.1'];
  if (typeof value !== 'string' && !isList(value)) return ['4.1.3'];
  const words = listOf(value);
  const mixesAll = property === 'userType' && words.includes('all') && words.length > 1;
  const lacksRoles = property === 'userType' && taken.requirement === 'required';
  if (mixesAll) return ['4.1.7'];
  if (lacksRoles && words.includes('all')) return ['4.1.5'];
  return words.every((word) => taken.values.includes(word)) ? [] : ['4.1.3'];
};

const rulesOfMemberCount = (entry: Fields, byMonth: boolean): RuleId[] => {
  const rows = listOf(entry['status'] ?? 'all')
    .filter((status) => Object.hasOwn(memberStatusCatalog, status))
    .map((status) => memberStatusCatalog[status as MemberStatus]);
  const everybody = entry['userType'] === undefined || listOf(entry['userType'])[0] === 'all';
  return [
    ...(everybody && rows.some((row) => row.needsUserType) ? (['4.1.6'] as const) : []),
    ...(byMonth && rows.some((row) => !row.monthly) ? (['4.1.8'] as const) : []),
  ];
};

const rulesOfEntry = (entry: unknown, byMonth: boolean, setting: FaultSetting): RuleId[] => {
  if (!isObject(entry) || typeof entry['name'] !== 'string') return ['4.1'];
  const fields = Object.keys(entry).filter((field) => field !== 'name');
  if (fields.some((field) => !(propertyNames as readonly string[]).includes(field))) return ['4.1'];
  const row = metricRow(entry['name']);
  if (row === null) return ['4.1.3'];
  const broken = fields.flatMap((field) =>
    rulesOfProperty(row, field as PropertyName, entry[field]),
  );
  for (const property of propertyNames) {
    const requirement = row.properties[property]?.requirement;
    const isSent = entry[property] !== undefined;
    if (requirement === 'required' && !isSent) broken.push('4.1.5');
    if (requirement === 'monthlyOnly' && isSent && !byMonth) broken.push('4.1.4');
  }
  if (entry['name'] === 'memberCount') broken.push(...rulesOfMemberCount(entry, byMonth));
  if (byMonth && row.monthlyKey === null) broken.push('4.1.8');
  if (row.contentSafety && setting.organizationType === 'team') broken.push('4.1.9');
  return broken;
};

/** Entries with equal keys are the same: what is left out is `all`, lists are sets (4.1.1). */
const keyOf = (entry: Fields): string =>
  JSON.stringify([
    entry['name'],
    ...propertyNames.map((property) => {
      const value = entry[property] ?? 'all';
      const words = [...listOf(value)].sort();
      return property === 'userType' ? words : [Array.isArray(value), words];
    }),
  ]);

const costOf = (entry: Fields): number =>
  propertyNames
    .filter((property) => property !== 'userType' && Array.isArray(entry[property]))
    .reduce((cost, property) => cost + listOf(entry[property]).length, 1);

/** What a range breaks: both ends or none, months, and the window of today (4.1.10). */
export const rulesOfRange = (from: unknown, to: unknown, { today }: FaultSetting): RuleId[] => {
  if (from === undefined && to === undefined) return [];
  const first = typeof from === 'string' ? parseMonth(from) : null;
  const last = typeof to === 'string' ? parseMonth(to) : null;
  const fits =
    first !== null &&
    last !== null &&
    first <= last &&
    last - first < limits.rangeMonthsMax &&
    first >= earliestMonth(today) &&
    last <= monthOfDay(today);
  return fits ? [] : ['4.1.10'];
};

/** The clauses that the body of a metrics request breaks, each once (4.1). */
export const rulesBroken = (body: unknown, setting: FaultSetting): readonly RuleId[] => {
  if (!isObject(body)) return ['4.1'];
  const { metrics, dimensions = [], from, to } = body;
  const broken = rulesOfRange(from, to, setting);
  const known = ['metrics', 'dimensions', 'from', 'to'];
  if (Object.keys(body).some((field) => !known.includes(field))) broken.push('4.1');
  const areMonths =
    Array.isArray(dimensions) && dimensions.every((dimension) => dimension === 'month');
  if (!areMonths) broken.push('4.1');
  if (!Array.isArray(metrics) || metrics.length < 1 || metrics.length > limits.entriesMax) {
    return [...new Set<RuleId>([...broken, '4.1'])];
  }
  const byMonth = areMonths && dimensions.length > 0;
  broken.push(...metrics.flatMap((entry) => rulesOfEntry(entry, byMonth, setting)));
  const entries = metrics.filter(isObject);
  if (new Set(entries.map(keyOf)).size < entries.length) broken.push('4.1.1');
  const cost = entries.reduce((sum, entry) => sum + costOf(entry), 0);
  if (cost > limits.queriesMax) broken.push('4.1.2');
  return [...new Set(broken)];
};
