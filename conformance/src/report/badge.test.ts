import { expect, it } from 'vitest';
import { badge } from './badge.js';
import { sampleGreen, sampleReport, sampleRule } from './sample.test-kit.js';

const open = sampleRule({ verdict: 'undecided', reason: 'pending' });

it.each([
  ['green', sampleGreen(), '1/1 rules', 'brightgreen', false],
  ['failing', sampleReport(), '1 failing', 'red', true],
  [
    'undecided',
    sampleReport({ verdict: 'undecided', exitCode: 2, rules: [sampleRule(), open] }),
    '1 undecided',
    'yellow',
    true,
  ],
  [
    'about nothing',
    sampleReport({ verdict: 'undecided', exitCode: 2, rules: [] }),
    'nothing decided',
    'yellow',
    true,
  ],
  ['of a broken suite', sampleReport({ exitCode: 4 }), 'no verdict', 'lightgrey', true],
])('a badge of a report that is %s', (_, report, message, color, isError) => {
  expect(JSON.parse(badge(report))).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message,
    color,
    isError,
  });
});
