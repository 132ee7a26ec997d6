import {
  brokenMetricsRequestArbitrary,
  brokenRosterQueryArbitrary,
  metricsRequestArbitrary,
  rosterQueryArbitrary,
} from '@tallyboard/arbitraries';
import { isAccepted, type Organization, planMetrics, planRoster } from '@tallyboard/core';
import { type QueryPairs } from '@tallyboard/core/engine';
import { type Day, dayOf, organizationTypes } from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { committed, faultsOf, isValid, operations, ref, type Schema } from './document.test-kit.js';

const today: Day = dayOf(2026, 11, 20);
const settings = organizationTypes.map((organizationType) => ({ organizationType, today }));
const organizationOf = (type: Organization['type']): Organization => ({
  id: 'wksp_riverside01',
  type,
  createdOn: dayOf(2023, 8, 15),
  billingTerms: [],
});

const bodySchema = ref('MetricsRequest');

/** The violations that the introduction lists as beyond the schemas: of metrics requests, then of roster queries. */
const [beyondMetricsSchema = [], beyondRosterSchema = []] = (committed.info.description ?? '')
  .split('In roster queries:')
  .map((part) => [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, violation]) => violation));

/** How often the core had a reason that the schema has no words for. */
const tally = (): { readonly seen: Map<string, number>; readonly add: (name: string) => void } => {
  const seen = new Map<string, number>();
  return { seen, add: (name) => seen.set(name, (seen.get(name) ?? 0) + 1) };
};

describe('metrics requests', () => {
  const beyond = tally();

  /** The schema and the core agree, but for the reasons that the document lists. */
  const expectAgreement = (body: unknown, type: Organization['type']): void => {
    const plan = planMetrics({ body, organization: organizationOf(type), today });
    const faults = faultsOf(bodySchema, body);
    if (isAccepted(plan)) {
      expect(faults).toEqual([]);
      return;
    }
    if (faults.length > 0) return;
    for (const { violation } of plan.left) {
      expect(beyondMetricsSchema).toContain(violation);
      beyond.add(violation);
    }
  };

  test.each(settings)('sound ones, and those with one fault: $organizationType', (setting) => {
    const sound = metricsRequestArbitrary(setting);
    const broken = brokenMetricsRequestArbitrary(setting).map((one) => one.broken);
    fc.assert(
      fc.property(fc.oneof(sound, broken), (body) =>
        expectAgreement(JSON.parse(JSON.stringify(body)), setting.organizationType),
      ),
      { numRuns: 1_000 },
    );
  });

  test('every reason listed as beyond the schema occurs', () => {
    const sevenLists = Array.from({ length: 8 }, (_, at) => ({
      name: 'memberCount',
      status: ['active', 'inactive', 'invited', 'joined', 'all'],
      userType: ['owner', 'admin', 'maker', 'teacher', 'student', 'guest'].slice(0, at + 1),
    }));
    expectAgreement(
      { metrics: [...sevenLists, { name: 'topMedia', mediaType: 'video' }] },
      'school',
    );
    expect([...beyond.seen.keys()].toSorted()).toEqual(beyondMetricsSchema.toSorted());
  });
});

describe('queries of the roster', () => {
  const { parameters = [] } = operations.find((one) => one.operationId === 'readRoster') ?? {};
  const schemas = new Map(
    parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
  );
  const beyond = tally();

  /** A text as a parameter of a type: the form in which OpenAPI looks at it. */
  const valueOf = (schema: Schema, values: readonly string[]): unknown => {
    const type = 'type' in schema ? schema.type : undefined;
    if (type === 'array') return values;
    const [text = ''] = values;
    return type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
  };

  /** Whether every parameter that the document describes has a value that it describes. */
  const isDescribed = (pairs: QueryPairs): boolean => {
    // A single value may be sent without brackets, which the document says in words.
    const nameOf = (sent: string): string => (schemas.has(sent) ? sent : `${sent}[]`);
    return [...schemas].every(([name, schema]) => {
      const values = pairs.filter(([sent]) => nameOf(sent) === name).map(([, value]) => value);
      return values.length === 0 || isValid(schema, valueOf(schema, values));
    });
  };

  const expectAgreement = (query: QueryPairs): void => {
    const plan = planRoster({ query, organization: organizationOf('school'), today });
    if (isAccepted(plan)) {
      expect([query, isDescribed(query)]).toEqual([query, true]);
    } else if (isDescribed(query)) {
      for (const { violation } of plan.left) {
        expect(beyondRosterSchema).toContain(violation);
        beyond.add(violation);
      }
    }
  };

  test('core and schema agree, but for the reasons that the document lists', () => {
    const setting = { organizationType: 'school', today } as const;
    const broken = brokenRosterQueryArbitrary(setting).map((one) => one.broken);
    fc.assert(fc.property(fc.oneof(rosterQueryArbitrary(today), broken), expectAgreement), {
      numRuns: 2_000,
    });
    expect([...beyond.seen.keys()].toSorted()).toEqual(beyondRosterSchema.toSorted());
  });
});
