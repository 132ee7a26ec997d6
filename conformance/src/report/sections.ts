import type { Report, ReportedRule } from '../model/report.js';

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '1': 'The service as a whole',
    '2.1': 'Organization identifiers',
    '2.2': 'Roles',
    '2.3': 'Metrics result',
    '2.4': 'Metric catalog',
    '2.5': 'Shapes of figures',
    '2.6': 'What figures cover',
    '2.7': 'Meta of metrics answers',
    '2.8': 'Roster rows and meta',
    '2.9': 'Boards',
    '2.10': 'Users',
    '3': 'States',
    '4': 'Requests in general',
    '4.1': 'Metrics requests',
    '4.2': 'Roster requests',
    '4.3': 'Board requests',
    '4.4': 'Current user',
    '5': 'Access',
    '6': 'Events',
    '7': 'Errors',
    '8': 'Allowance',
    '9': 'Versions',
  }),
);

/** The rules of one section of the specification. */
export interface ReportSection {
  readonly section: string;
  readonly title: string;
  readonly rules: readonly ReportedRule[];
}

/** The rules of a report by section, both in the order of the report. */
export const sectionsOf = (report: Pick<Report, 'rules'>): readonly ReportSection[] => {
  const bySection = new Map<string, ReportedRule[]>();
  for (const rule of report.rules) {
    const rules = bySection.get(rule.section) ?? [];
    bySection.set(rule.section, [...rules, rule]);
  }
  return [...bySection].map(([section, rules]) => ({
    section,
    title: titles.get(section) ?? 'Other rules',
    rules,
  }));
};
