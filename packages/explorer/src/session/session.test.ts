import { type Client, createClient } from '@tallyboard/client';
import { createHandler, type MemoryOptions, memoryPorts } from '@tallyboard/http';
import { describe, expect, it } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { viewIn } from '../model/address.js';
import { pictureOf } from '../model/picture.js';
import { Session } from './session.js';
import { findPerson } from './wants.js';

/** A session with the service over the sample. */
const sessionWith = (
  options: MemoryOptions = {},
  isLate: (body: string) => boolean = () => false,
) => {
  const handler = createHandler(memoryPorts(sampleFacts, { now, ...options }));
  const asked: string[] = [];
  let underWay = 0;
  const client = createClient({
    baseUrl: 'http://localhost',
    apiKey: keyOf('olga'),
    fetch: async (address, init) => {
      asked.push(init.method);
      underWay += 1;
      try {
        const answer = await handler(new Request(address, init));
        if (isLate(init.body ?? '')) await new Promise((resolve) => setTimeout(resolve, 20));
        return answer;
      } finally {
        underWay -= 1;
      }
    },
  });
  const session = new Session({
    client,
    now: () => now,
    later: () => undefined,
    onChange: () => undefined,
  });
  /** Until nothing is on its way any more, and has not been for some turns of the event loop. */
  const settle = async () => {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (underWay > 0) quiet = -1;
    }
  };
  return { session, asked, settle };
};

const view = (more = '', org: string = ids.school) => viewIn(`#org=${org}${more}`);
const picture = (session: Session, shown = view()) =>
  pictureOf(shown, session.settingOf(shown), session.state.known);

it.each([
  ['has most posts', { posts: ['other', 'ana'] }, 2, 'ana', true],
  ['has most boards', { posts: ['other'], boards: ['ana'] }, 2, 'ana', true],
  ['is one of too many', {}, 2, undefined, false],
  ['is no member', { posts: ['other'] }, 1, undefined, true],
])('a person who %s', async (_, ids, totalPages, id, isSearched) => {
  const client = {
    rosterPage: ({ sort }: { sort: string }) => {
      const listed: readonly string[] = new Map(Object.entries(ids)).get(sort) ?? [];
      return { ok: true, value: { rows: listed.map((one) => ({ id: one })), totalPages } };
    },
  } as unknown as Client;
  const shown = view('&person=ana&name=Ana');
  const found = await findPerson(
    client,
    shown,
    null,
    { comparison: { kind: 'none', reason: '' } },
    {},
  );
  expect(found.ok && [found.value.now?.id, found.value.isSearched]).toEqual([id, isSearched]);
});

describe('a session', () => {
  it('asks for nothing that it has', async () => {
    const { session, asked, settle } = sessionWith();
    session.show(view());
    await settle();
    session.show(view('&range=3m'));
    await settle();
    const before = asked.length;
    for (const shown of [view(), view('&range=3m'), view('&chart=visitors'), view()])
      session.show(shown);
    await settle();
    expect(asked.length).toBe(before);
    session.show(view('&chart=active&by=teacher'));
    await settle();
    session.show(view('&chart=active&by=teacher'));
    await settle();
    expect(asked.length).toBe(before + 1);
  });

  it.each(['postCount', 'no metric'])('says why months are refused: late is %s', async (late) => {
    const { session, settle } = sessionWith({}, (body) => body.includes(late));
    const kinds: unknown[] = [];
    for (const range of ['2012-01..2012-03', '3m', '2012-01..2012-03']) {
      session.show(view(`&range=${range}`));
      await settle();
      kinds.push(session.state.problem?.kind);
    }
    expect(kinds).toEqual(['refused', undefined, 'refused']);
  });

  it('shows what failed as failed, and all else; asks again for it when it is told to', async () => {
    const { session, asked, settle } = sessionWith({ fail: ['topBoards', 'users'] });
    session.show(view());
    await settle();
    const { rankings, cards } = picture(session);
    expect(rankings.map(({ bars: { kind } }) => kind)).toEqual([
      ...Array<string>(2).fill('failed'),
      ...Array<string>(4).fill('known'),
    ]);
    expect(cards[1]?.value).toEqual({ kind: 'known', value: 3 });
    expect([...session.state.known].find(([key]) => key.startsWith('roster '))?.[1].kind).toBe(
      'failed',
    );
    expect(session.state.problem).toBe(null);
    const before = asked.length;
    session.retry();
    await settle();
    expect(asked.length).toBe(before + 2);
    expect(picture(session).rankings[0]?.bars.kind).toBe('failed');
  });
});
