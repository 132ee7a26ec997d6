import { expect } from 'vitest';
import type { Report, ReportedRule } from '../src/model/report.js';
import { type ConformanceOptions, runConformance } from '../src/run-conformance.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import { buildWorld, type World } from '../src/world/build-world.js';
import { withEdges } from './edges.test-kit.js';
import { type Serving, serve } from './reference.test-kit.js';

/** The present of the worlds of most tests. */
export const now = '2026-11-15T12:00:00.000Z';
/** A school as it is drawn. */
export const plainSchool = buildWorld({ seed: 7, now });
/** The same with what shows off-by-ones. */
export const school = withEdges(plainSchool);
/** Another one: what is no failure in the first may be one by chance. */
export const otherSchool = withEdges(buildWorld({ seed: 9, now }));

/** What a run asks, and whom. */
export interface Asking extends Partial<ConformanceOptions> {
  /** The school when left out. */
  readonly world?: World;
  readonly serving?: Serving;
  /** What is between the reference service and the suite. */
  readonly handler?: (inner: FetchHandler) => FetchHandler;
}

/** Runs the suite against the reference service over a world; a service of a test that throws fails the test. */
export const run = async ({ world = school, serving = {}, handler, ...options }: Asking = {}) => {
  const { fetch, clock } = serve(world, serving);
  const { targets, boards, now } = world;
  const inner = options.fetch ?? handler?.(fetch) ?? fetch;
  const thrown: unknown[] = [];
  const noting: FetchHandler = async (request) => {
    try {
      return await inner(request);
    } catch (error) {
      thrown.push(error);
      throw error;
    }
  };
  const ran = await runConformance({ clock, targets, boards, now, ...options, fetch: noting });
  expect(thrown).toEqual([]);
  return ran;
};

/** What fails, or could not be judged, with why; a run that ended without an answer too. */
export const failuresOf = ({ rules, ended, endedBecause }: Report): readonly string[] => [
  ...(['smoke', 'unanswered', 'deadline'].includes(ended) ? [`${ended}: ${endedBecause}`] : []),
  ...rules
    .filter(({ verdict, reason }) => verdict === 'fail' || reason === 'judgeFailed')
    .map(({ id, message }) => `${id}: ${message}`),
];

/** The ids of the rules that fail. */
export const failedIds = ({ rules }: Report): readonly string[] =>
  rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

/** One rule of a report. */
export const ruleOf = ({ rules }: Report, id: string): ReportedRule | undefined =>
  rules.find((rule) => rule.id === id);

/** A world with other facts. */
export const withFacts = (world: World, facts: Partial<World['facts']>): World => ({
  ...world,
  facts: { ...world.facts, ...facts },
});

/** The id of the owner of the main organization, who cannot be left out. */
export const ownerOf = ({ facts, targets }: World): string | undefined =>
  facts.organization.find(({ id }) => id === targets.main.org)?.ownerId;
