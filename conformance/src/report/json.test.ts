import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isObject } from '../model/json.js';
import { withBaseline } from './baseline.js';
import { jsonReport } from './json.js';
import { sampleEvidence, sampleGreen, sampleReport, sampleRule } from './sample.test-kit.js';
import { reasonSentences } from './words.js';

const schemaFile = new URL('../../schema/report.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;

/** The schema lets later members pass; here none may go undescribed. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [name, closed(one)] as const);
  const isShape = isObject(value['properties']) && typeof value['type'] === 'string';
  return Object.fromEntries(isShape ? [['additionalProperties', false], ...members] : members);
};

const validator = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const published = validator.compile(schema);
const strict = validator.compile({ ...(closed(schema) as object), $id: 'urn:tallyboard:closed' });

const reports = {
  'a report of every finding': sampleReport(),
  'a green one': sampleGreen(),
  'one of nothing': sampleReport({ rules: [], timeline: [], waits: [], profile: {} }),
  'one with power': sampleReport({
    power: { made: 3, noticed: 2, failed: 1, sections: { roster: { made: 3, noticed: 2 } } },
  }),
  'one with a baseline': withBaseline(sampleReport(), { rules: { '4.1-R8b': 'pass' } }),
  'one with every reason': sampleReport({
    rules: (Object.keys(reasonSentences) as (keyof typeof reasonSentences)[]).map((reason) =>
      sampleRule({ verdict: 'undecided', reason, because: 'the data changed' }),
    ),
  }),
};

describe('the JSON report', () => {
  it.each(Object.entries(reports))('is what its schema says: %s', (_, report) => {
    const document: unknown = JSON.parse(jsonReport(report));
    expect(published(document), JSON.stringify(published.errors)).toBe(true);
    expect(strict(document), JSON.stringify(strict.errors)).toBe(true);
    expect(document).toEqual(report);
  });

  it.each([
    ['another verdict', { verdict: 'green' }],
    ['another exit code', { exitCode: 7 }],
    ['rules without clauses', { rules: [{ ...sampleRule(), clause: undefined }] }],
    ['an unknown reason', { rules: [{ ...sampleRule(), reason: 'bored' }] }],
    ['requests that are no numbers', { requests: { metrics: '45', roster: 39, other: 0 } }],
    ['an entry of the profile that is bare', { profile: { window: 'fixed' } }],
  ])('is no longer one with %s', (_, more) => {
    const document: unknown = JSON.parse(JSON.stringify({ ...sampleReport(), ...more }));
    expect(published(document)).toBe(false);
  });

  it('is safe to print on a terminal, and reads back the same', () => {
    const hostile = '\u001b[31m \u009b2J \u007f \u202e \u2028 \ud800 \u{e0041}';
    const report = sampleReport({ warnings: [hostile] });
    const text = jsonReport(report);
    expect(text).toMatch(/^[\n\u0020-\u007e]*$/);
    expect(JSON.parse(text)).toEqual(report);
  });

  it('quotes an endless answer only in part', () => {
    const evidence = [sampleEvidence({ excerpt: 'x'.repeat(5_000_000) })];
    const text = jsonReport(sampleReport({ rules: [sampleRule({ evidence })] }));
    expect(text.length).toBeLessThan(60_000);
  });
});
