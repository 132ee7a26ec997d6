import { describe, expectTypeOf, it } from 'vitest';
import { computeMetric } from '../figures/compute-metric.js';
import type { FigureScope } from '../figures/kernel.js';
import { figures, type OpenOrganization, roster } from '../open-organization.js';
import type { CategoryCount, FigureData, Subscription } from './figure.js';
import type { Dimensions, EntryData, EntryFor, MetricTypes } from './metric-types.js';
import type { MetricName, ResolvedQuery } from './metrics.js';

type Month = readonly ['month'];
interface Row<Key extends string> {
  readonly month: string;
  readonly by: Key;
}
/** What a series is, spelled out without the types under test. */
type Series<Key extends 'value' | 'count' | 'visitors'> = readonly ({
  readonly month: Row<Key>['month'];
} & { readonly [K in Key]: number })[];

describe('the data of an entry', () => {
  it('is a number for counts', () => {
    expectTypeOf<EntryData<{ name: 'postCount' }>>().toEqualTypeOf<number>();
    expectTypeOf<EntryData<{ name: 'memberCount'; status: 'active' }>>().toEqualTypeOf<number>();
    expectTypeOf<EntryData<{ name: 'avgScanTimeMs' }>>().toEqualTypeOf<number | null>();
  });

  it('is a series by month, under the key of the metric', () => {
    expectTypeOf<EntryData<{ name: 'postCount' }, Month>>().toEqualTypeOf<Series<'value'>>();
    expectTypeOf<EntryData<{ name: 'reactionCount' }, Month>>().toEqualTypeOf<Series<'count'>>();
    expectTypeOf<EntryData<{ name: 'visitorCount' }, Month>>().toEqualTypeOf<Series<'visitors'>>();
    expectTypeOf<EntryData<{ name: 'topBoards'; sortBy: 'posts' }, Month>>().toEqualTypeOf<never>();
  });

  it('is broken down by a list, but not by userType', () => {
    type Statuses = EntryData<{ name: 'memberCount'; status: readonly ['active', 'inactive'] }>;
    expectTypeOf<Statuses>().toEqualTypeOf<{
      readonly active: number;
      readonly inactive: number;
    }>();
    type ByMonth = EntryData<{ name: 'memberCount'; status: readonly ['active'] }, Month>;
    expectTypeOf<ByMonth>().toEqualTypeOf<{ readonly active: Series<'value'> }>();
    type Roles = EntryData<{
      name: 'peerInteractionCount';
      userType: readonly ['teacher', 'student'];
    }>;
    expectTypeOf<Roles>().toEqualTypeOf<number>();
  });

  it('names the figure of a ranking by what it is sorted by', () => {
    type Boards = EntryData<{ name: 'topBoards'; sortBy: readonly ['posts', 'visitors'] }>;
    expectTypeOf<Boards['posts'][number]['posts']>().toEqualTypeOf<number>();
    expectTypeOf<Boards['visitors'][number]['visitors']>().toEqualTypeOf<number>();
    expectTypeOf<Boards['visitors'][number]['title']>().toEqualTypeOf<string>();
    // @ts-expect-error a list by posts says nothing of visitors
    expectTypeOf<Boards['posts'][number]['visitors']>().toEqualTypeOf<number>();
    type Media = EntryData<{ name: 'topMedia'; mediaType: 'video' }>;
    expectTypeOf<Media[number]['plays']>().toEqualTypeOf<number>();
    type Users = EntryData<{ name: 'topUsers'; sortBy: 'boards' }>;
    expectTypeOf<Users[number]['boards']>().toEqualTypeOf<number>();
    expectTypeOf<Users[number]['name']>().toEqualTypeOf<string>();
  });

  it('has the other shapes of 2.5', () => {
    type Categories = EntryData<{ name: 'attachmentCountByCategory'; userType: 'teacher' }>;
    expectTypeOf<Categories>().toEqualTypeOf<readonly CategoryCount[]>();
    expectTypeOf<EntryData<{ name: 'subscription' }>>().toEqualTypeOf<Subscription>();
    expectTypeOf<EntryData<{ name: 'scannedItemCountByType' }>>().toEqualTypeOf<
      Readonly<Record<string, number>>
    >();
  });

  it('is everything that it may be where little is known', () => {
    type Some = EntryData<{ name: 'postCount' }, Dimensions>;
    expectTypeOf<Some>().toEqualTypeOf<number | Series<'value'>>();
    type Statuses = EntryData<{ name: 'memberCount'; status: ('active' | 'all')[] }>;
    expectTypeOf<Statuses>().toEqualTypeOf<{ readonly active?: number; readonly all?: number }>();
  });

  it('is the canary: a wrong assertion is an error, or this file is not checked at all', () => {
    // @ts-expect-error a count is no text
    expectTypeOf<EntryData<{ name: 'postCount' }>>().toEqualTypeOf<string>();
  });
});

describe('what may be asked for', () => {
  it('takes no entry that every service would refuse', () => {
    const by = <D extends Dimensions>(_: D, entry: EntryFor<D>) => entry;
    const plain: readonly [] = [];
    const month: Month = ['month'];
    by(plain, { name: 'memberCount', status: ['active', 'all'], userType: 'teacher' });
    by(month, { name: 'boardCount', userType: ['teacher', 'student'] });
    // @ts-expect-error no such metric
    by(plain, { name: 'likeCount' });
    // @ts-expect-error 4.1.5: sortBy must be sent
    by(plain, { name: 'topBoards' });
    // @ts-expect-error 4.1.5: there is no all-members form
    by(plain, { name: 'peerInteractionCount', userType: 'all' });
    // @ts-expect-error 4.1.4: only by month
    by(plain, { name: 'postCount', userType: 'teacher' });
    // @ts-expect-error 4.1.8: no monthly form
    by(month, { name: 'subscription' });
    // @ts-expect-error 4.1.8: no series of the inactive
    by(month, { name: 'memberCount', status: 'inactive' });
    // @ts-expect-error only wallEngagementMinutes counts the anonymous
    by(plain, { name: 'memberCount', userType: 'anonymous' });
  });

  it('is of exactly the metrics of the catalog', () => {
    expectTypeOf<keyof MetricTypes>().toEqualTypeOf<MetricName>();
  });
});

describe('figures of a literal request', () => {
  const school = {} as OpenOrganization;

  it('have the types of their entries, in their order', () => {
    const ask = () =>
      figures(school, {
        metrics: [
          { name: 'postCount' },
          { name: 'memberCount', status: ['active', 'inactive'] },
          { name: 'topBoards', sortBy: 'posts' },
        ],
      });
    expectTypeOf(ask).toBeFunction();
    type Asked = Extract<ReturnType<typeof ask>, { _tag: 'Right' }>['right'];
    expectTypeOf<Asked['length']>().toEqualTypeOf<3>();
    expectTypeOf<Asked[0]['data']>().toEqualTypeOf<number>();
    expectTypeOf<Asked[1]['data']>().toEqualTypeOf<{
      readonly active: number;
      readonly inactive: number;
    }>();
    expectTypeOf<Asked[2]['data'][number]['posts']>().toEqualTypeOf<number>();
    expectTypeOf<Asked[2]['name']>().toEqualTypeOf<'topBoards'>();
  });

  it('are series by month', () => {
    const ask = () =>
      figures(school, { metrics: [{ name: 'reactionCount' }], dimensions: ['month'] });
    expectTypeOf(ask).toBeFunction();
    type Asked = Extract<ReturnType<typeof ask>, { _tag: 'Right' }>['right'];
    expectTypeOf<Asked[0]['data']>().toEqualTypeOf<Series<'count'>>();
  });

  it('are refused by the compiler where every organization would refuse them', () => {
    // @ts-expect-error 4.1.5: a ranking says what it goes by
    const unsorted = () => figures(school, { metrics: [{ name: 'topBoards' }] });
    // @ts-expect-error no such column
    const unknown = () => roster(school, { sort: 'height' });
    expectTypeOf(unsorted).toBeFunction();
    expectTypeOf(unknown).toBeFunction();
  });
});

describe('the figure of a query', () => {
  const [index, scope] = [{} as OpenOrganization['index'], {} as FigureScope & { byMonth: false }];

  it('needs what its metric requires', () => {
    const boards = () =>
      computeMetric(index, { name: 'topBoards', properties: { sortBy: 'posts' } }, scope);
    expectTypeOf(boards).returns.items.toHaveProperty('posts');
    // @ts-expect-error 4.1.5: a ranking says what it goes by
    const unsorted = () => computeMetric(index, { name: 'topBoards', properties: {} }, scope);
    expectTypeOf(unsorted).toBeFunction();
  });

  it('is any figure where the query may be any', () => {
    const some = (query: ResolvedQuery) => computeMetric(index, query, {} as FigureScope);
    expectTypeOf(some).returns.toExtend<FigureData>();
  });
});
