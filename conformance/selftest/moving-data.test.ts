import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { describe, expect, test } from 'vitest';
import { isObject, listOf } from '../src/model/json.js';
import type { Report } from '../src/model/report.js';
import { data } from '../src/rules/broken.js';
import type { FetchHandler } from '../src/transport/fetch-transport.js';
import type { World } from '../src/world/build-world.js';
import { soundPart } from './mutants/kill.test-kit.js';
import { keeping, onReply } from './mutants/mutant.test-kit.js';
import { serve } from './reference.test-kit.js';
import { failuresOf, now, plainSchool, run } from './run.test-kit.js';

const { org } = plainSchool.targets.main;

/** Numbers that look random and are the same for the same seed. */
const dice = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const isOther = (one: Facts['member'][number]): boolean => one.role !== 'owner';

/** The facts after one change: something new now, something deleted, or a member who leaves. */
const changedFacts = (facts: Facts, roll: () => number): Facts => {
  const pick = <A>(all: readonly A[]): A | undefined => all[Math.floor(roll() * all.length)];
  const kind = roll();
  if (kind < 0.5) {
    const like = pick(facts.post);
    if (like === undefined) return facts;
    const id = `new${Math.floor(roll() * 1e9)}`;
    const fresh = { ...like, id, createdAt: Date.parse(now) as Instant, updatedAt: null };
    return { ...facts, post: [...facts.post, fresh] };
  }
  if (kind < 0.9) {
    const rows = kind < 0.7 ? facts.reaction : facts.comment;
    const gone = pick<{ readonly id: string }>(rows);
    const stay = ({ id }: { readonly id: string }): boolean => id !== gone?.id;
    return { ...facts, reaction: facts.reaction.filter(stay), comment: facts.comment.filter(stay) };
  }
  const leaver = pick(facts.member.filter((one) => one.organizationId === org && isOther(one)));
  return { ...facts, member: facts.member.filter((one) => one !== leaver) };
};

const versionCount = 16;
const services = (() => {
  const roll = dice(3);
  const versions: World[] = [plainSchool];
  while (versions.length < versionCount) {
    const facts = soundPart(changedFacts(versions.at(-1)?.facts ?? plainSchool.facts, roll));
    versions.push({ ...plainSchool, facts });
  }
  return versions.map((version) => serve(version, { allowance: 0 }));
})();

/** A service whose data goes from version to version, there and back, so many steps a request. */
const moving = (rate: number, seed: number): FetchHandler => {
  const roll = dice(seed);
  let count = 0;
  return (request) => {
    for (let left = roll(), step = Math.exp(-rate), n = 0; left > step && n < 6; n += 1) {
      left -= step;
      step *= rate / (n + 1);
      count += 1;
    }
    const at = count % (2 * versionCount - 2);
    const version = at < versionCount ? at : 2 * versionCount - 2 - at;
    return (services[version] ?? services[0]!).fetch(request);
  };
};

/** Answers are kept for the length of a run, by what was asked word for word. */
const cached = keeping(({ url, headers, text }) => JSON.stringify([url.href, [...headers], text]));

const judged = async (fetch: FetchHandler, seed: number): Promise<Report> => {
  const { clock } = serve(plainSchool);
  return (await run({ world: plainSchool, fetch, clock, seed })).report;
};

/** A proxy that adds one to every post count. */
const plusOne = onReply(
  data(['postCount'], (value) => {
    if (typeof value === 'number') return value + 1;
    const rows = listOf(value).filter(isObject);
    return rows.map((row) => ({ ...row, value: Number(row['value']) + 1 }));
  }),
);

const runs = Number(process.env['TALLYBOARD_MOVING'] ?? 2);
const rates = [0.02, 0.1, 0.3, 1];

describe('data that changes while it is asked for', () => {
  test.each(rates.flatMap((rate) => [false, true].map((isCached) => [rate, isCached] as const)))(
    'no honest service fails: %s changes a request, cached: %s',
    async (rate, isCached) => {
      const outcomes: Record<string, number> = {};
      for (let seed = 1; seed <= runs; seed += 1) {
        const fetch = moving(rate, 100 * seed + Math.round(10 * rate));
        const report = await judged(isCached ? cached(fetch) : fetch, seed);
        expect([seed, failuresOf(report)]).toEqual([seed, []]);
        outcomes[report.verdict] = (outcomes[report.verdict] ?? 0) + 1;
      }
      console.log(`rate ${rate}, cached ${String(isCached)}: ${JSON.stringify(outcomes)}`);
    },
  );

  test('one post too many: a failure of still data', async () => {
    const report = await judged(plusOne(serve(plainSchool).fetch), 1);
    expect([report.verdict, report.exitCode]).toEqual(['fail', 1]);
  });

  test.each(rates)('one post too many: never a pass, %s changes a request', async (rate) => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const report = await judged(plusOne(moving(rate, seed)), seed);
      expect(['fail', 'undecided']).toContain(report.verdict);
      expect(report.exitCode).not.toBe(0);
    }
  });
});
