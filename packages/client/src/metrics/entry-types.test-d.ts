import type { CategoryCount, MetricName, Subscription } from '@tallyboard/core/vocabulary';
import { describe, expectTypeOf, it } from 'vitest';
import type { Client } from '../create-client.js';
import type { DataOf, Dimensions, EntryFor } from './entry-types.js';
import type { MetricTypes } from './metric-types.js';

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
    expectTypeOf<DataOf<{ name: 'postCount' }>>().toEqualTypeOf<number>();
    expectTypeOf<DataOf<{ name: 'memberCount'; status: 'active' }>>().toEqualTypeOf<number>();
    expectTypeOf<DataOf<{ name: 'avgScanTimeMs' }>>().toEqualTypeOf<number | null>();
  });

  it('is a series by month, under the key of the metric', () => {
    expectTypeOf<DataOf<{ name: 'postCount' }, Month>>().toEqualTypeOf<Series<'value'>>();
    expectTypeOf<DataOf<{ name: 'reactionCount' }, Month>>().toEqualTypeOf<Series<'count'>>();
    expectTypeOf<DataOf<{ name: 'visitorCount' }, Month>>().toEqualTypeOf<Series<'visitors'>>();
    expectTypeOf<DataOf<{ name: 'topBoards'; sortBy: 'posts' }, Month>>().toEqualTypeOf<never>();
  });

  it('is broken down by a list, but not by userType', () => {
    type Statuses = DataOf<{ name: 'memberCount'; status: readonly ['active', 'inactive'] }>;
    expectTypeOf<Statuses>().toEqualTypeOf<{
      readonly active: number;
      readonly inactive: number;
    }>();
    type ByMonth = DataOf<{ name: 'memberCount'; status: readonly ['active'] }, Month>;
    expectTypeOf<ByMonth>().toEqualTypeOf<{ readonly active: Series<'value'> }>();
    type Roles = DataOf<{
      name: 'peerInteractionCount';
      userType: readonly ['teacher', 'student'];
    }>;
    expectTypeOf<Roles>().toEqualTypeOf<number>();
  });

  it('names the figure of a ranking by what it is sorted by', () => {
    type Boards = DataOf<{ name: 'topBoards'; sortBy: readonly ['posts', 'visitors'] }>;
    expectTypeOf<Boards['posts'][number]['posts']>().toEqualTypeOf<number>();
    expectTypeOf<Boards['visitors'][number]['visitors']>().toEqualTypeOf<number>();
    expectTypeOf<Boards['visitors'][number]['title']>().toEqualTypeOf<string>();
    // @ts-expect-error a list by posts says nothing of visitors
    expectTypeOf<Boards['posts'][number]['visitors']>().toEqualTypeOf<number>();
    type Media = DataOf<{ name: 'topMedia'; mediaType: 'video' }>;
    expectTypeOf<Media[number]['plays']>().toEqualTypeOf<number>();
    type Users = DataOf<{ name: 'topUsers'; sortBy: 'boards' }>;
    expectTypeOf<Users[number]['boards']>().toEqualTypeOf<number>();
    expectTypeOf<Users[number]['name']>().toEqualTypeOf<string>();
  });

  it('has the other shapes of 2.5', () => {
    type Categories = DataOf<{ name: 'attachmentCountByCategory'; userType: 'teacher' }>;
    expectTypeOf<Categories>().toEqualTypeOf<readonly CategoryCount[]>();
    expectTypeOf<DataOf<{ name: 'subscription' }>>().toEqualTypeOf<Subscription>();
    expectTypeOf<DataOf<{ name: 'scannedItemCountByType' }>>().toEqualTypeOf<
      Readonly<Record<string, number>>
    >();
  });

  it('is everything that it may be where little is known', () => {
    type Some = DataOf<{ name: 'postCount' }, Dimensions>;
    expectTypeOf<Some>().toEqualTypeOf<number | Series<'value'>>();
    type Statuses = DataOf<{ name: 'memberCount'; status: ('active' | 'all')[] }>;
    expectTypeOf<Statuses>().toEqualTypeOf<{ readonly active?: number; readonly all?: number }>();
  });

  it('is the canary: a wrong assertion is an error, or this file is not checked at all', () => {
    // @ts-expect-error a count is no text
    expectTypeOf<DataOf<{ name: 'postCount' }>>().toEqualTypeOf<string>();
  });
});

describe('a request', () => {
  const client = {} as Client;
  const organization = 'wksp_riverside01';

  it('gives a figure for every entry, in its order', () => {
    const call = () =>
      client.metrics({
        organization,
        metrics: [{ name: 'postCount' }, { name: 'topUsers', sortBy: 'posts' }],
      });
    expectTypeOf(call).returns.toExtend<Promise<object>>();
    type Answer = Extract<Awaited<ReturnType<typeof call>>, { ok: true }>['value'];
    type First = Extract<Answer['figures'][0], { status: 'ready' }>;
    expectTypeOf<First['data']>().toEqualTypeOf<number>();
    type Second = Extract<Answer['figures'][1], { status: 'ready' }>;
    expectTypeOf<Second['data'][number]['posts']>().toEqualTypeOf<number>();
    expectTypeOf<Answer['figures']['length']>().toEqualTypeOf<2>();
    // A figure that failed has nothing to be read as zero.
    expectTypeOf<Extract<Answer['figures'][0], { status: 'failed' }>>().not.toHaveProperty('data');
    expectTypeOf<Answer['figures'][0]['status']>().toEqualTypeOf<'ready' | 'failed'>();
  });

  it('gives series when it asks by month', () => {
    const call = () =>
      client.metrics({
        organization,
        metrics: [{ name: 'postCount', userType: 'teacher' }],
        dimensions: ['month'],
      });
    expectTypeOf(call).returns.toExtend<Promise<object>>();
    type Answer = Extract<Awaited<ReturnType<typeof call>>, { ok: true }>['value'];
    type First = Extract<Answer['figures'][0], { status: 'ready' }>;
    expectTypeOf<First['data']>().toEqualTypeOf<Series<'value'>>();
  });

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

  it('knows exactly the metrics of the core', () => {
    expectTypeOf<keyof MetricTypes>().toEqualTypeOf<MetricName>();
  });
});
