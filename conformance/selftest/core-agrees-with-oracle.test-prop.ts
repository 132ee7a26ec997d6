import { type Scenario, scenarioArbitrary } from '@tallyboard/arbitraries';
import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeRoster,
  type OrganizationIndex,
  splitByOrganization,
} from '@tallyboard/core';
import { formatDay, noFacts, type ResolvedQuery } from '@tallyboard/core/vocabulary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oracleFigure, oracleRoster } from '../oracle/index.js';

/*
 * The core and the oracle read the same definitions twice, on whole small worlds. They must give
 * exactly the same answers.
 */

const worlds = Number(process.env['TALLYBOARD_WORLDS'] ?? 1_100);

/** The index for the days asked about, which are those of a term if not of whole months. */
const indexOf = ({ facts, organizationId, range, today }: Scenario): OrganizationIndex =>
  buildIndex(columnsFrom(splitByOrganization(facts).get(organizationId) ?? noFacts()), {
    createdOn: today,
    billingTerms: [{ startsOn: range.from, endsOn: range.to }],
    today,
  });

const compare = (scenario: Scenario, index: OrganizationIndex) => {
  const { range, today } = scenario;
  return (query: ResolvedQuery, byMonth: boolean): void => {
    const figure = oracleFigure(scenario, query, range, byMonth);
    const place = `${query.name} from ${formatDay(range.from)} to ${formatDay(range.to)}`;
    expect(computeMetric(index, query, { range, byMonth, today }), place).toEqual(figure);
  };
};

it(`core and oracle give the same figures and roster in ${worlds} worlds`, {
  timeout: 1_200_000,
}, () => {
  fc.assert(
    fc.property(scenarioArbitrary({ queries: 8 }), (scenario) => {
      const index = indexOf(scenario);
      const agree = compare(scenario, index);
      for (const query of scenario.plain) agree(query, false);
      for (const query of scenario.monthly) agree(query, true);
      const { rosterQuestion, range } = scenario;
      expect(computeRoster(index, { question: rosterQuestion, range })).toEqual(
        oracleRoster(scenario, rosterQuestion, range),
      );
    }),
    { numRuns: worlds },
  );
});
