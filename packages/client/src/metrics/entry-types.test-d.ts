import { describe, expectTypeOf, it } from 'vitest';
import type { Client } from '../create-client.js';

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
    expectTypeOf<First['data']>().toExtend<
      readonly { readonly month: string; readonly value: number }[]
    >();
  });
});
