import { expect, test } from 'vitest';
import { annotations } from './annotations.js';
import { withBaseline } from './baseline.js';
import { sampleEvidence, sampleReport, sampleRule } from './sample.test-kit.js';

const failing = (id: string, more = {}) =>
  sampleRule({
    id,
    verdict: 'fail',
    message: '100 %, a: b\nanswered 200',
    evidence: [
      sampleEvidence({
        actual: `${id} is wrong in a way of its own: ${'x'.repeat(id.length + Number(/\d+$/.exec(id)))}`,
      }),
    ],
    ...more,
  });

const reportOf = (rules: readonly ReturnType<typeof sampleRule>[]) => ({
  ...sampleReport(),
  rules,
});

test('each failure is one line of a command, whatever characters it holds', () => {
  const lines = annotations(reportOf([failing('4.1-R1', { clause: 'a: b, c' })])).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^::error title=4\.1-R1 a%3A b%2C c::rule: a: b, c%0A/);
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

test('failures of one likely cause are one annotation', () => {
  const evidence = [
    sampleEvidence({ actual: 'posts, descending: row 2 has 5 after row 1 with 3' }),
  ];
  const other = [sampleEvidence({ actual: 'boards, ascending: row 9 has 1 after row 8 with 3' })];
  const lines = annotations(
    reportOf([failing('4.2-T5g', { evidence }), failing('4.2-T5f', { evidence: other })]),
  ).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('2 verdicts, one likely cause: 4.2-T5g 4.2-T5f');
});
