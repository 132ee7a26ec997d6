import { createClient } from '@tallyboard/client';
import type { MemoryOptions } from '@tallyboard/http';
import { createHandler, memoryPorts } from '@tallyboard/http';
import { describe, expect, it } from 'vitest';
import { ids, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { viewIn } from '../model/address.js';
import { callsOf, figureKey } from '../model/calls.js';
import { pictureOf } from '../model/picture.js';
import { Session } from './session.js';

/** A session with the service over the sample, in time that passes only when it is told to. */
const sessionWith = (options: MemoryOptions = {}, user = 'olga') => {
  const handler = createHandler(memoryPorts(sampleFacts, { now, ...options }));
  const asked: string[] = [];
  let underWay = 0;
  let ms: number = now;
  let work: { readonly at: number; readonly run: () => void }[] = [];
  const client = createClient({
    baseUrl: 'http://localhost',
    apiKey: keyOf(user),
    clock: {
      now: () => ms,
      sleep: (wait, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve());
          work.push({ at: ms + wait, run: resolve });
        }),
    },
    fetch: async (address, init) => {
      asked.push(
        `${init.method} ${new URL(address).pathname.replace(/^.*analytics/, 'analytics')}`,
      );
      underWay += 1;
      try {
        return await handler(new Request(address, init));
      } finally {
        underWay -= 1;
      }
    },
  });
  const session = new Session({
    client,
    now: () => ms,
    later: (run, wait) => void work.push({ at: ms + wait, run }),
    onChange: () => undefined,
  });
  /** Until nothing is on its way any more, and has not been for some turns of the event loop. */
  const settle = async () => {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (underWay > 0) quiet = -1;
    }
  };
  const pass = async (seconds: number) => {
    ms += seconds * 1000;
    const due = work.filter(({ at }) => at <= ms);
    work = work.filter(({ at }) => at > ms);
    for (const { run } of due) run();
    await settle();
  };
  const analytics = () => asked.filter((one) => one.startsWith('POST'));
  return { session, asked, analytics, settle, pass };
};

const view = (more = '', org: string = ids.school) => viewIn(`#org=${org}${more}`);
const picture = (session: Session, shown = view()) =>
  pictureOf(shown, session.settingOf(shown), session.state.figures);

describe('a session', () => {
  it('needs two metrics requests and one of the roster, the comparison included', async () => {
    const { session, asked, analytics, settle } = sessionWith();
    session.show(view());
    await settle();
    expect(asked.filter((one) => one === 'GET analytics/users')).toHaveLength(1);
    expect(analytics()).toHaveLength(2);
    expect(picture(session).cards.map(({ value }) => value.kind)).toEqual(Array(6).fill('known'));
  });

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

  it('shows what failed as failed, and all else', async () => {
    const { session, settle } = sessionWith({ fail: ['topBoards', 'users'] });
    session.show(view());
    await settle();
    const { rankings, cards } = picture(session);
    expect(rankings.map(({ bars }) => bars.kind)).toEqual([
      'failed',
      'failed',
      'known',
      'known',
      'known',
      'known',
    ]);
    expect(cards[1]?.value).toEqual({ kind: 'known', value: 3 });
    expect([...session.state.rosters.values()].map(({ kind }) => kind)).toEqual(['failed']);
    expect(session.state.problem).toBe(null);
  });

  it('holds back when the allowance is used up, and goes on by itself', async () => {
    const { session, analytics, settle, pass } = sessionWith({
      allowance: { metrics: 2, roster: 9 },
    });
    session.show(view());
    await settle();
    expect(analytics()).toHaveLength(2);
    expect(session.state.allowances.metrics?.notice.remaining).toBe(0);
    expect(picture(session).cards[0]?.value.kind).toBe('known');
    session.show(view('&range=3m'));
    await settle();
    expect(picture(session, view('&range=3m')).cards[0]?.value.kind).toBe('held');
    const held = analytics().length;
    await pass(60);
    expect(analytics()).toHaveLength(held);
  });

  it('asks again for what failed when it is told to', async () => {
    const { session, analytics, settle } = sessionWith({ fail: ['topBoards'] });
    session.show(view());
    await settle();
    const before = analytics().length;
    session.retry();
    await settle();
    expect(analytics()).toHaveLength(before + 1);
    const { now: call } = callsOf(view(), session.settingOf(view()));
    const boards = call.entries.find(({ name }) => name === 'topBoards')!;
    expect(session.state.figures.get(figureKey(call, boards))?.kind).toBe('failed');
  });
});
