import { describe, expect, it } from 'vitest';
import {
  type Checked,
  dayOf,
  isAccepted,
  type Organization,
  type OrganizationType,
  planMetrics,
  planRoster,
  type Refusal,
  readBoardInclude,
  readBody,
  readUserInclude,
  violations,
} from '../packages/core/src/index.js';
import { documentAt, tableOf } from './docs.test-kit.js';
import { codeIn, type Fence } from './markdown.js';

const document = documentAt('docs/violations.md');
const table = tableOf(document, 'Violation', 'Rule', 'Place', 'Remedy');
const names = Object.keys(violations) as readonly (keyof typeof violations)[];

const today = dayOf(2026, 11, 20);
const organization = (type: OrganizationType): Organization => ({
  id: 'wksp_riverside01',
  type,
  createdOn: dayOf(2023, 8, 15),
  billingTerms: [],
});

const metrics = (text: string, type: OrganizationType): Checked<unknown> => {
  const body = readBody(new TextEncoder().encode(text));
  return isAccepted(body)
    ? planMetrics({ body: body.right, organization: organization(type), today })
    : body;
};

const read = (line: string): Checked<unknown> => {
  const { pathname, searchParams } = new URL(line.replace('GET ', ''), 'http://localhost');
  if (pathname === '/v1/me') return readUserInclude(searchParams.get('include'));
  if (pathname.startsWith('/v1/boards/')) return readBoardInclude(searchParams.get('include'));
  return planRoster({ query: [...searchParams], organization: organization('school'), today });
};

const refusalsOf = ({ info: [language, type], text }: Fence): readonly Refusal[] => {
  const plan =
    language === 'http' ? read(text) : metrics(text, type === 'team' ? 'team' : 'school');
  return isAccepted(plan) ? [] : plan.left;
};

const placeOf = ({ place }: Refusal): string =>
  'pointer' in place ? place.pointer : place.parameter;

describe('docs/violations.md', () => {
  it('lists every violation, in the order of the catalog, with its rule', () => {
    const rows = table.rows.map(([violation = '', rule = '']) => [
      codeIn(violation)[0],
      /\[(.+?)\]/.exec(rule)?.[1],
    ]);
    expect(rows).toEqual(Object.entries(violations));
  });

  it.each(names)('%s: its example breaks this rule and no other', (name) => {
    const examples = document.fences.filter(({ heading }) => heading === name);
    expect(examples).toHaveLength(1);
    const refusals = refusalsOf(examples[0]!);
    const row = table.rows.find(([violation = '']) => codeIn(violation)[0] === name);
    const place = codeIn(row?.[2] ?? '')[0] ?? '';
    expect(refusals.map((refusal) => [refusal.violation, placeOf(refusal)])).toEqual([
      [name, place],
    ]);
  });
});
