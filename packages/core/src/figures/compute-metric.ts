import type { OrganizationIndex } from '../index/organization-index.js';
import { runOf } from '../index/periods.js';
import type { FigureData } from '../model/figure.js';
import type { ResolvedQuery } from '../model/metric.js';
import { assemble, type FigureScope, slicesOf } from './assemble.js';
import { figureCatalog } from './figure-catalog.js';
import { type OfOrganization, sameOrganization } from './same-organization.js';

/**
 * The figures of one query (2.5): a figure, a series by month, or an object of either by value when a
 * property is a list.
 *
 * @param index - the organization's index
 * @param query - a query of a plan: one that passed the rules
 * @param scope - the plan: its range, whether by month, the current day, and whose figures are asked for
 * @throws IndexError - when the index is of another organization, or was built for times in which the range
 *   is not a run of whole periods
 */
export const computeMetric = (
  index: OrganizationIndex,
  query: ResolvedQuery,
  scope: FigureScope & OfOrganization,
): FigureData => {
  sameOrganization(index, scope);
  const { figure } = figureCatalog[query.name];
  const figures = slicesOf(query, scope).map((slice) =>
    figure(index, slice, runOf(index.periods, slice.range)),
  );
  return assemble(query, scope, figures);
};
