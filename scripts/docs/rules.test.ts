import { describe, expect, it } from 'vitest';
import { rosterParameters } from '../../packages/core/src/api/roster.js';
import { errorCatalog } from '../../packages/core/src/engine.js';
import {
  limits,
  memberStatusCatalog,
  metricCatalog,
  metricNames,
  organizationRoles,
  propertyNames,
} from '../../packages/core/src/vocabulary.js';
import { openApiExamples } from '../examples.js';
import type { Table } from '../markdown.js';
import { codeIn, documentAt, tableOf, tablesBelow } from './documents.test-kit.js';

const rules = documentAt('docs/rules.md');
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** The words in backticks of each row's cells; a cell without any stands as it is. */
const wordsOf = ({ rows }: Table): readonly (readonly (string | readonly string[])[])[] =>
  rows.map((row) => row.map((cell) => (cell.includes('`') ? codeIn(cell) : cell)));

describe('2.2, 2.4, 2.5: tables of docs/rules.md', () => {
  it('2.2: the roles of each type of organization', () => {
    const [table] = tablesBelow(rules, '2.2 Roles');
    expect(wordsOf(table!)).toEqual(
      Object.entries(organizationRoles).map(([type, roles]) => [[type], roles]),
    );
  });

  it('2.4: the catalog of metrics', () => {
    const words = { optional: 'optional', required: 'required', monthlyOnly: 'monthly only' };
    const table = tableOf(rules, 'Metric');
    expect(table.header).toEqual([
      'Metric',
      ...propertyNames.map((property) => `\`${property}\``),
      'Monthly form',
      'Content safety',
    ]);
    expect(table.rows).toEqual(
      metricNames.map((name) => {
        const { properties, monthlyKey, contentSafety } = metricCatalog[name];
        return [
          `\`${name}\``,
          ...propertyNames.map((property) => {
            const row = properties[property];
            return row === undefined ? '-' : words[row.requirement];
          }),
          yesNo(monthlyKey !== null),
          yesNo(contentSafety),
        ];
      }),
    );
  });

  it('2.4: the words of each property', () => {
    const rows = propertyNames.flatMap((property) => {
      const metricsOf = new Map<string, string[]>();
      for (const name of metricNames) {
        const values = metricCatalog[name].properties[property]?.values.join();
        if (values !== undefined) metricsOf.set(values, [...(metricsOf.get(values) ?? []), name]);
      }
      return [...metricsOf].map(([values, names]) => [[property], names, values.split(',')]);
    });
    expect(wordsOf(tableOf(rules, 'Property', 'Of', 'Values'))).toEqual(rows);
  });

  it('2.4: what each status needs', () => {
    expect(wordsOf(tableOf(rules, '`status`', 'Needs `userType`'))).toEqual(
      Object.entries(memberStatusCatalog).map(([status, { needsUserType, monthly }]) => [
        [status],
        yesNo(needsUserType),
        yesNo(monthly),
      ]),
    );
  });

  it('2.5: the key of the figure in monthly rows', () => {
    const keys = ['value', 'count', 'visitors'];
    expect(wordsOf(tableOf(rules, 'Key', 'Metrics'))).toEqual(
      keys.map((key) => [
        [key],
        metricNames.filter((name) => metricCatalog[name].monthlyKey === key),
      ]),
    );
  });
});

const typeOf = (value: unknown): string => {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'string') return typeof value;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'date';
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? 'time' : 'string';
};

interface ResourceObject {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: object;
}

interface AnswerDocument {
  readonly data: ResourceObject | readonly ResourceObject[];
  readonly meta?: object;
}

describe('2.8, 2.9, 2.10: attributes of docs/rules.md, as a service over the sample fills them', () => {
  it.each([
    ['2.8 Roster rows', 'page'],
    ['2.9 Board', 'board'],
    ['2.10 User', 'user'],
  ])('%s', async (heading, example) => {
    const { exchanges } = await openApiExamples();
    const { document } = exchanges.find(({ name }) => name === example)!;
    const { data, meta } = document as AnswerDocument;
    const { attributes, relationships = meta ?? {} } = [data].flat()[0]!;
    const [fields, others] = tablesBelow(rules, heading);
    const rows = fields?.rows.map(([name = '', type = '', holds = '']) => {
      const members = type === 'object' ? codeIn(holds) : [];
      return [codeIn(name)[0], type.replace(' or null', ''), ...members];
    });
    expect(rows).toEqual(
      Object.entries(attributes).map(([name, value]) => {
        const hasMembers = typeof value === 'object' && name !== 'customFields';
        return [name, typeOf(value), ...(hasMembers ? Object.keys(value ?? {}) : [])];
      }),
    );
    expect(others?.rows.flatMap(([name = '']) => codeIn(name))).toEqual(Object.keys(relationships));
  });
});

describe('4.2, 7, 8: tables of docs/rules.md', () => {
  it('4.2: the parameters of the roster', () => {
    const rows = tableOf(rules, 'Parameter', 'Takes').rows;
    expect(rows.map(([name = '']) => codeIn(name)[0])).toEqual(
      Object.entries(rosterParameters).map(([name, { kind }]) =>
        kind === 'words' ? `${name}[]` : name,
      ),
    );
    for (const [name = '', takes = '', otherwise = ''] of rows) {
      const row =
        rosterParameters[
          (codeIn(name)[0] ?? '').replace('[]', '') as keyof typeof rosterParameters
        ];
      if ('values' in row) expect(codeIn(takes)).toEqual(row.values);
      if ('max' in row) {
        const most = Number.isFinite(row.max) ? `to ${row.max}` : 'or more';
        expect(takes).toBe(`${row.min} ${most}`);
      }
      if (name === '`perPage`') expect(otherwise).toBe(String(limits.perPageDefault));
    }
  });

  it('7: every error answer', () => {
    expect(
      tableOf(rules, 'Status', 'Code').rows.map(([status, code = '']) => [status, codeIn(code)[0]]),
    ).toEqual(Object.values(errorCatalog).map(({ status, code }) => [String(status), code]));
  });

  it('8: every limit', () => {
    const numbers = tableOf(rules, 'Limit', 'Value').rows.map(([, value = '']) =>
      [...value.matchAll(/\d[\d,]*/g)].map(([text]) => Number(text.replaceAll(',', ''))),
    );
    expect(numbers).toEqual([
      [limits.requestsPerHour],
      [limits.requestsPerHour],
      [limits.entriesMin, limits.entriesMax],
      [limits.queriesMax],
      [limits.rangeMonthsMax],
      [limits.yearsBackMax],
      [],
      [limits.rankedItemsMax],
      [limits.perPageMax, limits.perPageDefault],
      [limits.pageOffsetMax],
      [limits.organizationIdLengthMin, limits.organizationIdLengthMax],
      limits.boardIdLengths,
      [limits.bodyBytesMax],
      [limits.organizationsPerKeyAndHour],
    ]);
    expect(limits.allowanceWindowMs).toBe(60 * 60 * 1000);
  });
});
