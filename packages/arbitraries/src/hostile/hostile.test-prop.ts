import { describe, expect, it } from 'vitest';
import { drawFrom } from '../random.js';
import { damagedJson } from './damage-json.js';
import { damagedBytes, damagedPairs, damagedText } from './damage-text.js';

const request = {
  metrics: [{ name: 'memberCount', status: ['active', 'all'] }, { name: 'topBoards' }],
  from: '2026-01',
};
const bytes = new TextEncoder().encode(JSON.stringify(request));
const pairs = [
  ['status[]', 'active'],
  ['q', 'a'],
] as const;

/** What each sort of damage makes of something sound. */
const damages = {
  json: (seed: number) => damagedJson(drawFrom(seed), request),
  text: (seed: number) => damagedText(drawFrom(seed), 'from=2026-01'),
  bytes: (seed: number) => [...damagedBytes(drawFrom(seed), bytes)],
  pairs: (seed: number) => damagedPairs(drawFrom(seed), pairs),
};
const sound: Readonly<Record<keyof typeof damages, unknown>> = {
  json: request,
  text: 'from=2026-01',
  bytes: [...bytes],
  pairs,
};

describe.each(Object.keys(damages) as (keyof typeof damages)[])('damage to %s', (sort) => {
  const before = JSON.stringify(sound[sort]);
  const made = Array.from({ length: 2_000 }, (_, seed) => JSON.stringify(damages[sort](seed)));

  it('leaves what it was given as it is', () => {
    expect(JSON.stringify(sound[sort])).toBe(before);
  });

  it('is the same for the same seed', () => {
    expect(JSON.stringify(damages[sort](77))).toBe(made[77]);
  });

  it('is damage nearly always, and of many sorts', () => {
    expect(made.filter((one) => one === before).length).toBeLessThan(made.length / 4);
    expect(new Set(made).size).toBeGreaterThan(sort === 'pairs' ? 200 : 500);
  });
});
