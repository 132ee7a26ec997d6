import { describe, expect, it } from 'vitest';
import type { Report } from '../model/report.js';
import { elementsOf, named, textOf } from './elements.test-kit.js';
import { junit } from './junit.js';
import { sampleGreen, sampleReport, sampleRule } from './sample.test-kit.js';

const read = (report: Report) => elementsOf(junit(report));

const outcomes = (report: Report): readonly (readonly [string, string])[] =>
  named(read(report), 'testcase').map(({ attributes, elements }) => [
    attributes['name']?.split(' ')[0] ?? '',
    elements[0]?.name ?? 'passed',
  ]);

describe('JUnit XML', () => {
  it('fails what fails and skips what is open or out of scope', () => {
    expect(Object.fromEntries(outcomes(sampleReport()))).toMatchObject({
      '4.1-R8b': 'failure',
      '2.7-T4': 'skipped',
      '2.6-R2a': 'skipped',
      '8-T1': 'skipped',
      '2.3-T2': 'passed',
    });
  });

  it('counts what it holds', () => {
    const [all] = named(read(sampleReport()), 'testsuites');
    expect(all?.attributes).toMatchObject({ tests: '11', failures: '1', errors: '0' });
    const [metrics] = named(read(sampleReport()), 'testsuite').filter(
      ({ attributes }) => attributes['name'] === '4.1',
    );
    expect(metrics?.attributes).toMatchObject({ tests: '3', failures: '1', skipped: '1' });
  });

  it('tells of a failure all that is needed to repeat it', () => {
    const [failure] = named(read(sampleReport()), 'failure');
    const text = failure === undefined ? '' : textOf(failure);
    expect(failure?.attributes['message']).toBe('Served; expected 400');
    for (const part of [
      'rule: memberCount',
      'found: Served; expected 400',
      'request 31: POST /v1',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('gives the reason of what is undecided as attribute and as text', () => {
    const [open] = named(read(sampleReport()), 'skipped');
    expect(open?.attributes).toMatchObject({ type: 'contradiction' });
    expect(open?.attributes['message']).toMatch(/^Answers contradict each other.*joined is 41/);
    expect(open?.text).toBe(open?.attributes['message']);
  });

  it('is not green when a run reaches no verdict', () => {
    const rules = [sampleRule({ verdict: 'undecided', reason: 'pending', message: 'No answer.' })];
    const report = sampleReport({ verdict: 'undecided', exitCode: 2, rules });
    const [error] = named(read(report), 'error');
    expect(error?.text).toContain('4.1-R4: No answer');
    expect(named(read(sampleReport({ exitCode: 2, rules: [] })), 'error')).toHaveLength(1);
    expect(named(read(sampleGreen()), 'error')).toHaveLength(0);
  });

  it('keeps the dots of section numbers out of names of classes', () => {
    const classes = named(read(sampleReport()), 'testcase').map(
      ({ attributes }) => attributes['classname'] ?? '',
    );
    expect(new Set(classes.map((name) => name.split('.').length))).toEqual(new Set([2]));
  });
});
