import { formatProblem } from '@tallyboard/store';
import { afterAll, describe, expect, it } from 'vitest';
import {
  added,
  ndjson,
  now,
  org,
  sound,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import { loadFacts } from './load-facts.js';

const place = testDirectory();
afterAll(place.remove);

const factsOf = (...lines: readonly object[]): string => place.file('facts.ndjson', ndjson(lines));

const refused = async (...paths: readonly string[]) => {
  const loaded = await loadFacts(paths, { now });
  if (!('problems' in loaded)) throw new Error('the facts were loaded');
  return loaded.problems;
};

describe('loadFacts', () => {
  it('reads several files, and references from one to another, and says how far it has come', async () => {
    const paths = [factsOf(...sound.slice(4)), factsOf(...sound.slice(0, 4))];
    const seen: number[] = [];
    const loaded = await loadFacts(paths, {
      now,
      onProgress: ({ bytesDone, bytesTotal }) => seen.push(bytesDone / bytesTotal),
    });
    expect('facts' in loaded && loaded.facts.user).toHaveLength(2);
    expect(seen.at(-1)).toBe(1);
  });

  it('counts the problems that it does not keep', async () => {
    const problems = await refused(place.file('facts.ndjson', 'x\n'.repeat(30)));
    expect([problems.kept().length, problems.total()]).toEqual([20, 30]);
  });

  it('names the line of both facts with one id, file by file', async () => {
    const [first, second] = [factsOf(...sound), place.file('b.ndjson', `\n${ndjson([sound[1]!])}`)];
    expect((await refused(first, second)).kept().map(formatProblem)).toEqual([
      `${second}:2: id: "u1": expected an id of its own, which an earlier user has already (${first}:2)`,
    ]);
  });

  it('only warns of what is odd and possible', async () => {
    const odd = { kind: 'member', organizationId: org, userId: 'u2', role: 'maker' };
    const left = { joinedAt: '2026-01-01T08:00:00Z', leftAt: '2025-01-01T00:00:00Z' };
    const key = { kind: 'apiKey', keySha256: 'b'.repeat(64), userId: 'u1' };
    const later = { ...key, revokedAt: '2027-01-01T00:00:00Z' };
    const others = sound.filter(({ kind, userId }) => kind !== 'member' || userId !== 'u2');
    const loaded = await loadFacts([factsOf(...others, { ...odd, ...left }, later)], { now });
    if ('problems' in loaded) throw new Error('refused');
    const warnings = loaded.warnings.kept().map(({ line, field }) => `${line} ${field}`);
    const first = added - 1;
    expect(warnings.sort()).toEqual([`${first} leftAt`, `${first} role`, `${first + 1} revokedAt`]);
  });
});
