import { describe, expect, it } from 'vitest';
import { withBaseline } from './baseline.js';
import { consoleSummary } from './console.js';
import { sampleEvidence, sampleGreen, sampleReport, sampleRule } from './sample.test-kit.js';

const plain = { color: false, columns: 100 };

describe('the summary in a console', () => {
  it('begins with the verdict and what to mend, and ends with the verdict', () => {
    const lines = consoleSummary(sampleReport(), plain).trim().split('\n');
    expect(lines[0]).toMatch(/^FAIL {2}1 of 7 rules fail; 1 contradiction could not be confirmed/);
    expect(lines.slice(2, 5)).toEqual([
      '✕ 4.1-R8b  memberCount by status has no monthly form.',
      '    found    Served; expected 400',
      '    request  POST /v1/organizations/wksp_abc/analytics {"metrics":[]}',
    ]);
    expect(lines.slice(-2)).toEqual(['exit code 1', lines[0]]);
  });

  it('prints command lines with --verbose only', () => {
    const commands = [false, true].map((verbose) =>
      consoleSummary(sampleReport(), { ...plain, verbose }).includes('curl -sS'),
    );
    expect(commands).toEqual([false, true]);
  });

  it('says why a contradiction is open, and never that nothing is broken', () => {
    const open = sampleRule({
      id: '2.6-L1',
      verdict: 'undecided',
      reason: 'contradiction',
      message: 'MV1: postCount is 7, its months add up to 8.',
      evidence: [
        sampleEvidence({ seq: 12, probe: 'MV1' }),
        sampleEvidence({ seq: 31, probe: 'MV5' }),
      ],
      because: 'the data changed between requests 12 and 31',
    });
    const report = sampleReport({ verdict: 'undecided', exitCode: 2, rules: [sampleRule(), open] });
    const text = consoleSummary(report, { ...plain, columns: 200 });
    expect(text).toContain(
      'UNDECIDED  1 contradiction could not be confirmed, because the data changed between requests 12 and 31.',
    );
    expect(text).toContain('found    postCount is 7, its months add up to 8\n');
    expect(text).not.toMatch(/nothing is broken/i);
  });

  it('joins failures of one likely cause, and names requests by their numbers', () => {
    const failing = (id: string, seq: number, actual: string) =>
      sampleRule({
        id,
        verdict: 'fail',
        message: `RV${seq}: ${actual}`,
        expected: [],
        evidence: [sampleEvidence({ seq, probe: `RV${seq}`, actual })],
      });
    const rules = [
      failing('4.2-T5f', 2, 'boards, descending: row 2 has 1 after row 1 with 0'),
      failing('4.2-T5g', 4, 'posts, ascending: row 9 has 1 after row 8 with 3'),
      failing('4.1-T1', 5, 'answered 500, expected 200'),
    ];
    const text = consoleSummary(sampleReport({ rules }), plain);
    expect(text).toContain('found    boards, descending: row 2 has 1 after row 1 with 0\n');
    expect(text).toContain('also     4.2-T5g (2 verdicts, one likely cause)\n');
    expect(text).toContain('✕ 4.1-T1');
    expect(text).not.toContain('✕ 4.2-T5g');
  });

  it('says how much a pass proves and what more there is', () => {
    const text = consoleSummary(
      { ...sampleGreen(), power: { made: 100, noticed: 97, failed: 97, sections: {} } },
      plain,
    );
    expect(text).toContain('9 of 10 wrong answers would have been noticed (97 of 100 tried');
    expect(consoleSummary(sampleReport(), plain)).toContain(
      'More rules would be decided with --facts (1), --quota-check (1).',
    );
    const checked = { seeded: false, frozen: false, quotaCheck: true };
    expect(consoleSummary(sampleReport({ mode: checked }), plain)).toContain('--facts (1).');
  });

  it('has what changed since the baseline', () => {
    const report = withBaseline(sampleReport(), { rules: { '4.1-R8b': 'pass' } });
    expect(consoleSummary(report, plain)).toContain('NEW FAILURE  4.1-R8b  pass -> fail');
  });

  it('paints where there are colours', () => {
    expect(consoleSummary(sampleReport(), { ...plain, color: true })).toContain('\u001b[31mFAIL');
  });
});
