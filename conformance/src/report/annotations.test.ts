import { expect, test } from 'vitest';
import { annotations } from './annotations.js';
import { withBaseline } from './baseline.js';
import { sampleReport, sampleRule } from './sample.test-kit.js';

const failing = (id: string, more = {}) =>
  sampleRule({ id, verdict: 'fail', message: '100 %, a: b\nanswered 200', ...more });

const reportOf = (rules: readonly ReturnType<typeof sampleRule>[]) => ({
  ...sampleReport(),
  rules,
});

test('each failure is one line of a command, whatever characters it holds', () => {
  const lines = annotations(reportOf([failing('4.1-R1', { clause: 'a: b, c' })])).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^::error title=4\.1-R1 a%3A b%2C c::clause: a: b, c%0A/);
  expect(lines[0]).toContain('100 %25, a: b');
  expect(lines[1]).toMatch(/^::notice title=Conformance::/);
});

test('what the baseline has failing too is a warning, after the errors', () => {
  const report = withBaseline(reportOf([failing('1-R1'), failing('1-R2')]), {
    rules: { '1-R1': 'fail', '1-R2': 'pass' },
  });
  const levels = annotations(report)
    .split('\n')
    .map((line) => line.slice(0, 22));
  expect(levels.slice(0, 2)).toEqual(['::error title=1-R2 A r', '::warning title=1-R1 A']);
});

test('no more than ten, as many as are shown', () => {
  const many = Array.from({ length: 30 }, (_, index) => failing(`1-R${index}`));
  expect(annotations(reportOf(many)).match(/::error/g)).toHaveLength(10);
});
