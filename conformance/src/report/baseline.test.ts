import { describe, expect, it } from 'vitest';
import { changesSince, readBaseline } from './baseline.js';
import { jsonReport } from './json.js';
import { sampleReport, sampleRule } from './sample.test-kit.js';

describe('a baseline', () => {
  it('is an earlier JSON report', () => {
    const report = sampleReport();
    const baseline = readBaseline(jsonReport(report));
    expect(baseline?.['4.1-R8b']).toBe('fail');
    expect(changesSince(report, baseline ?? {})).toEqual([]);
  });

  it.each(['', '[]', '{}', '{"rules":{"4.1-R4":"pass"}}', '{"rules":[{"id":1}]}', 'null'])(
    'is not %s',
    (text) => {
      expect(readBaseline(text)).toBeNull();
    },
  );

  it('is nothing but its own rules', () => {
    const report = sampleReport({ rules: [sampleRule({ id: 'toString' })] });
    expect(changesSince(report, {})).toEqual([]);
  });
});

describe('what changed', () => {
  it.each([
    ['fail', 'pass', 'fixed'],
    ['pass', 'fail', 'newFailure'],
    ['undecided', 'fail', 'newFailure'],
    [null, 'fail', 'newFailure'],
    ['pass', 'undecided', 'changed'],
    ['fail', 'undecided', 'changed'],
    ['fail', 'notApplicable', 'changed'],
    ['fail', 'fail', null],
    [null, 'pass', null],
  ] as const)('from %s to %s is %s', (before, now, kind) => {
    const report = sampleReport({ rules: [sampleRule({ id: '1-R1', verdict: now })] });
    const changes = changesSince(report, before === null ? {} : { '1-R1': before });
    expect(changes).toEqual(kind === null ? [] : [{ rule: '1-R1', kind, before, now }]);
  });

  it('includes rules that are gone, and begins with new failures', () => {
    const report = sampleReport({
      rules: [sampleRule({ id: 'a', verdict: 'pass' }), sampleRule({ id: 'b', verdict: 'fail' })],
    });
    const changes = changesSince(report, { gone: 'pass', a: 'fail', b: 'pass' });
    expect(changes.map(({ rule, kind }) => [rule, kind])).toEqual([
      ['b', 'newFailure'],
      ['a', 'fixed'],
      ['gone', 'changed'],
    ]);
  });
});
