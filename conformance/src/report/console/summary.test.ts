import { describe, expect, it } from 'vitest';
import { withBaseline } from '../baseline.js';
import { sampleEvidence, sampleGreen, sampleReport, sampleRule } from '../sample.test-kit.js';
import { consoleSummary } from './summary.js';

const plain = { color: false, columns: 100 };

describe('the summary on the console', () => {
  it('shows verdict, counts, failures, suspects and what is undecided, in this order', () => {
    const text = consoleSummary(sampleReport(), plain);
    const order = ['FAIL  1 of 7', 'fail 1', 'FAIL 4.1-R8b', 'SUSPECT 2.6-R2a', 'Undecided'];
    const places = order.map((one) => text.indexOf(one));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).toContain('requests: metrics 45 of 60, roster 39 of 60, other 6');
    expect(text).toContain('windowKind: sliding, pinned fixed');
  });

  it('tells of a failure its clause, what was expected, what came, and how to repeat it', () => {
    const text = consoleSummary(sampleReport(), plain);
    expect(text).toContain('    clause    memberCount by status has no monthly form.');
    expect(text).toContain('    expected  400');
    expect(text).toContain('    actual    #31 MN28, status 200');
    expect(text).toContain(`    curl      ${sampleEvidence().curl}\n`);
  });

  it('ends with the verdict and the exit code', () => {
    expect(consoleSummary(sampleReport(), plain)).toMatch(/\nexit code 1\nFAIL {2}[^\n]*\n$/);
    expect(consoleSummary(sampleGreen(), plain)).toMatch(/\nexit code 0\nPASS {2}[^\n]*\n$/);
  });

  it('tells what changed since the baseline', () => {
    const text = consoleSummary(
      withBaseline(sampleReport(), { rules: { '1-R4a': 'fail' } }),
      plain,
    );
    expect(text).toContain('FIXED        1-R4a  fail -> pass');
    expect(consoleSummary(withBaseline(sampleGreen(), { rules: {} }), plain)).toContain('nothing');
  });

  it('lists by name what would fill too many screens', () => {
    const rules = Array.from({ length: 30 }, (_, index) =>
      sampleRule({ id: `1-R${index}`, verdict: 'fail' }),
    );
    const text = consoleSummary(sampleReport({ rules }), plain);
    expect(text.match(/^FAIL 1-R/gm)).toHaveLength(20);
    expect(text).toContain('also      1-R20 1-R21');
  });

  it('breaks lines at the width of the console, and no command', () => {
    const rules = [sampleRule({ verdict: 'fail', clause: 'word '.repeat(60) })];
    const lines = consoleSummary(sampleReport({ rules }), { color: false, columns: 60 }).split(
      '\n',
    );
    const long = lines.filter((line) => line.includes('word') && line.length > 60);
    expect(long).toEqual([]);
    expect(lines.some((line) => line.endsWith("/analytics'"))).toBe(true);
  });

  it('paints only where there are colours', () => {
    const escape = '\u001b[';
    expect(consoleSummary(sampleReport(), plain)).not.toContain(escape);
    expect(consoleSummary(sampleReport(), { ...plain, color: true })).toContain(`${escape}31mFAIL`);
  });
});
