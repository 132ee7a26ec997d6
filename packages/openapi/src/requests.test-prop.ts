import {
  brokenMetricsRequestArbitrary,
  brokenRosterQueryArbitrary,
  metricsRequestArbitrary,
  rosterQueryArbitrary,
} from '@tallyboard/arbitraries';
import { isAccepted, type Organization, planMetrics, planRoster } from '@tallyboard/core';
import { type QueryPairs } from '@tallyboard/core/engine';
import {
  type Day,
  dayOf,
  metricNames,
  organizationTypes,
  propertyNames,
} from '@tallyboard/core/vocabulary';
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

  test.each(settings)('what the core accepts the schema accepts: $organizationType', (setting) => {
    fc.assert(
      fc.property(metricsRequestArbitrary(setting), (body) => {
        expectAgreement(body, setting.organizationType);
        expect(faultsOf(bodySchema, body)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test.each(settings)('one fault, seen by both: $organizationType', (setting) => {
    fc.assert(
      fc.property(brokenMetricsRequestArbitrary(setting), ({ broken }) =>
        expectAgreement(JSON.parse(JSON.stringify(broken)), setting.organizationType),
      ),
      { numRuns: 500 },
    );
  });

  const word = fc.oneof(
    fc.constantFrom('all', 'owner', 'teacher', 'student', 'anonymous'),
    fc.constantFrom('active', 'inactive', 'invited', 'joined', 'posts', 'visitors', 'video'),
  );
  const words = fc.oneof(word, fc.array(word, { maxLength: 3 }));
  const entry = fc
    .tuple(
      fc.constantFrom(...metricNames),
      fc.dictionary(fc.constantFrom(...propertyNames), words, { maxKeys: 2 }),
    )
    .map(([name, properties]) => ({ name, ...properties }));
  const month = fc.constantFrom('2026-01', '2026-11', '2024-12', '2026-12', '2020-12', '2026-13');
  const range = fc.oneof(
    fc.constantFrom({}, { from: '2026-01', to: '2026-03' }),
    fc.record({ from: month, to: month }, { requiredKeys: [] }),
  );
  const dimensions = fc.constantFrom({}, { dimensions: ['month'] }, { dimensions: ['week'] });
  const request = fc
    .tuple(fc.array(entry, { minLength: 1, maxLength: 2 }), dimensions, range)
    .map(([metrics, ...more]) => Object.assign({ metrics }, ...more) as unknown);

  test('core and schema agree on any words in any place', () => {
    let accepted = 0;
    fc.assert(
      fc.property(request, fc.constantFrom(...organizationTypes), (body, type) => {
        expectAgreement(body, type);
        if (isValid(bodySchema, body)) accepted += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
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

  test('what the core accepts follows the schema', () => {
    fc.assert(
      fc.property(rosterQueryArbitrary(today), (query) => expectAgreement(query)),
      { numRuns: 400 },
    );
  });

  test('a fault is refused by core and schema, or its reason is in the list of what a schema cannot say', () => {
    const setting = { organizationType: 'school', today } as const;
    fc.assert(
      fc.property(brokenRosterQueryArbitrary(setting), ({ broken }) => expectAgreement(broken)),
      { numRuns: 1_000 },
    );
    expect([...beyond.seen.keys()].toSorted()).toEqual(beyondRosterSchema.toSorted());
  });
});
