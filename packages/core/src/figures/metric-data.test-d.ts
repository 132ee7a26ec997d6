import { describe, expectTypeOf, it } from 'vitest';
import type { FigureData } from '../api/figure.js';
import type { ResolvedQuery } from '../api/metrics.js';
import type { OrganizationIndex } from '../index/organization-index.js';
import { computeMetric } from './compute-metric.js';
import type { FigureScope } from './scope.js';

declare const index: OrganizationIndex;
declare const plain: FigureScope & { readonly byMonth: false };
declare const monthly: FigureScope & { readonly byMonth: true };
declare const either: FigureScope;
declare const any: ResolvedQuery;

describe('the type of data follows the query', () => {
  it('counts, rates and the subscription', () => {
    expectTypeOf(
      computeMetric(index, { name: 'visitorCount', properties: {} }, plain),
    ).toEqualTypeOf<number>();
    expectTypeOf(
      computeMetric(index, { name: 'avgScanTimeMs', properties: {} }, plain),
    ).toEqualTypeOf<number | null>();
    const { seatCount } = computeMetric(index, { name: 'subscription', properties: {} }, plain);
    expectTypeOf(seatCount).toEqualTypeOf<number | null>();
  });

  it('series have the key of their metric', () => {
    const [row] = computeMetric(index, { name: 'visitorCount', properties: {} }, monthly);
    expectTypeOf(row!.visitors).toEqualTypeOf<number>();
    expectTypeOf(row!.month).toEqualTypeOf<string>();
    expectTypeOf(
      computeMetric(index, { name: 'subscription', properties: {} }, monthly),
    ).toEqualTypeOf<never>();
  });

  it('rankings are named by what they are sorted by, and lists give one for each value', () => {
    const byPosts = { name: 'topBoards', properties: { sortBy: 'posts' } } as const;
    const [board] = computeMetric(index, byPosts, plain);
    expectTypeOf(board!.title).toEqualTypeOf<string>();
    expectTypeOf(board!.posts).toEqualTypeOf<number>();
    const both = { name: 'topUsers', properties: { sortBy: ['posts', 'boards'] } } as const;
    const { posts, boards } = computeMetric(index, both, plain);
    expectTypeOf(posts[0]!.name).toEqualTypeOf<string>();
    expectTypeOf(boards[0]!.boards).toEqualTypeOf<number>();
  });

  it('a query of a plan has any data', () => {
    expectTypeOf(computeMetric(index, any, either)).toExtend<FigureData>();
  });
});
