import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../model/json.js';
import type { Report } from '../model/report.js';
import { notApplicableReasons, undecidedReasons } from '../model/verdict.js';
import { changesSince } from './baseline.js';
import { consoleSummary } from './console.js';
import { below, elementsOf, named, textOf } from './elements.test-kit.js';
import { findings, rulesFound } from './findings.js';
import { htmlReport } from './html.js';
import { jsonReport } from './json.js';
import { junit } from './junit.js';
import { block, code, markdown, prose } from './markdown.js';
import { sampleEvidence, sampleGreen, sampleReport, sampleRule } from './sample.test-kit.js';
import { cut, harmless, visible, visibleLines } from './visible-text.js';
import { reportFormatNames, reportFormats, writeReports } from './write-reports.js';

const plain = { color: false, columns: 200 };

/** What people read of a report. */
const readings: Readonly<Record<string, (report: Report) => string>> = {
  console: (report) => consoleSummary(report, plain),
  html: (report) => textOf(elementsOf(htmlReport(report))),
  markdown,
};

/** Signs that Markdown escapes and lines that the console breaks are no matter. */
const read = (name: string, report: Report): string =>
  (readings[name]?.(report) ?? '').replaceAll('\\', '').replaceAll(/\s+/g, ' ');

describe.each(Object.keys(readings))('%s', (name) => {
  it('has the verdict first, then what to mend, what is open, and the run', () => {
    const report = { ...sampleReport({ skipped: ['2.9-T3'] }), warnings: ['Beware.'] };
    const text = read(name, { ...report, changes: changesSince(report, { '4.1-R8b': 'pass' }) });
    const places = [
      'FAIL',
      '1 of 7 rules fail; 1 contradiction could not be confirmed, because',
      '4.1-R8b',
      'Served; expected 400',
      'POST /v1/organizations/wksp_abc/analytics {"metrics":[]}',
      '2.6-R2a',
      'Undecided',
      'Changed since the baseline',
      'NEW FAILURE',
      'Beware.',
      '2.9-T3',
      'metrics 45 of 60',
      'More rules would be decided with --facts (1), --quota-check (1).',
    ].map((part) => [part, text.indexOf(part)] as const);
    expect(places.filter(([, place]) => place < 0)).toEqual([]);
    expect(places).toEqual(places.toSorted(([, a], [, b]) => a - b));
  });

  it('says why a contradiction is open, by which requests, and never that nothing is broken', () => {
    const open = sampleRule({
      id: '2.6-L1',
      verdict: 'undecided',
      reason: 'contradiction',
      message: 'postCount is 7, its months 8. Not confirmed, because the data changed.',
      evidence: [
        sampleEvidence({ seq: 12, request: 'POST {"metrics":[]}', excerpt: '{"data":7}' }),
        sampleEvidence({ seq: 31, excerpt: '{"month":"2026-09"}\n{"month":"2026-10"}' }),
        sampleEvidence({ seq: 44, actual: 'another contradiction' }),
      ],
      expected: ['2.6.1: membership is current.'],
      because: 'the data changed between requests 12 and 31',
    });
    const report = sampleReport({ verdict: 'undecided', exitCode: 2, rules: [sampleRule(), open] });
    const text = read(name, report);
    for (const part of [
      'UNDECIDED',
      '1 contradiction could not be confirmed, because the data changed between requests 12 and 31.',
      'postCount is 7, its months 8 ',
      '2.6.1: membership is current.',
      'request 12 POST {"metrics":[]} answered 200 {"data":7} request 31 POST',
      'answered 200 {"month":"2026-09"}, {"month":"2026-10"}',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/nothing is broken|request 44 POST/i);
  });

  it('joins failures of one likely cause, whatever their metrics are called', () => {
    const failing = (id: string, seq: number, actual: string) =>
      sampleRule({
        ...{ id, verdict: 'fail', message: actual, expected: [] },
        evidence: [sampleEvidence({ seq, actual })],
      });
    // Two laws that the same two requests break together.
    const laws = ['2.6-L1', '2.6-L2'].map((id) => ({
      ...failing(id, 7, `${id} is broken`),
      expected: ['2.6: a sentence.'],
      evidence: [7, 8].map((seq) => sampleEvidence({ seq, actual: `${id} is broken` })),
    }));
    const rules = [
      ...laws,
      failing('4.2-T5f', 2, 'boards, descending: row 2 has 1 after row 1 with 0'),
      failing('4.2-T5g', 4, 'posts, ascending: row 9 has 1 after row 8 with 3'),
      failing('4.1-T1', 5, 'answered 500, expected 200'),
      failing('1-R6', 6, 'postCount is 9 and 6'),
      failing('2.6-L3', 6, 'posts 2025-11 = 9, but posts 2025-11 = 6'),
      failing('2.8-M2', 9, '/meta/totalPages is 0, expected 1'),
      failing('4.2-R5a', 10, 'all pages have 9 members together, totalCount is 10'),
    ];
    const text = read(name, sampleReport({ rules }));
    expect(text).toContain('boards, descending: row 2 has 1 after row 1 with 0 ');
    expect(text.match(/1 more rule fails, likely for the same reason/g)).toHaveLength(4);
    expect(text).toContain('9 of 9 rules fail, likely from 5 causes.');
  });

  it('says how much a pass proves, and leaves out what there is nothing of', () => {
    const power = { made: 100, noticed: 97, failed: 97, sections: {} };
    const text = read(name, { ...sampleGreen(), power, waits: [], timeline: [], profile: {} });
    expect(text).toContain('All 1 rule hold.');
    expect(text).toContain('would notice it in 9 of 10 cases (tried with 100 numbers)');
    for (const title of ['To fix', 'Contradictions', 'Undecided', 'Open points', 'Warnings'])
      expect(text).not.toContain(title);
  });
});

it.each(['junit', 'md'] as const)('%s holds no command of a CI runner', (name) => {
  const message = '##[stop-commands]a\n::stop-commands::b';
  const rules = [sampleRule({ verdict: 'fail', message, clause: message, expected: [message] })];
  const report = sampleReport({ rules, warnings: [message], baseUrl: message });
  expect(reportFormats[name](report)).not.toMatch(/##\[|^\s*::/m);
});

describe('the console', () => {
  it('prints command lines with --verbose only, and paints where there are colours', () => {
    const commands = [false, true].map((verbose) =>
      consoleSummary(sampleReport(), { ...plain, verbose }).includes('curl -sS'),
    );
    expect(commands).toEqual([false, true]);
    expect(consoleSummary(sampleReport(), { ...plain, color: true })).toContain('\u001b[31mFAIL');
  });
});

describe('the page', () => {
  it('needs nothing else, and lets no script run', () => {
    const page = elementsOf(htmlReport(sampleReport()));
    const addresses = below(page).flatMap(({ attributes }) =>
      ['src', 'href', 'action', 'data'].flatMap((name) => attributes[name] ?? []),
    );
    expect([addresses, named(page, 'script')]).toEqual([[], []]);
    const policy = named(page, 'meta').map(({ attributes }) => attributes['content'] ?? '');
    expect(policy.join()).toContain(`default-src 'none'; style-src 'unsafe-inline'`);
  });

  it('has every rule, every request and the profile', () => {
    const text = read('html', sampleReport());
    for (const { id } of sampleReport().rules) expect(text).toContain(id);
    expect(text).toContain('All 20 requests and 1 waits');
    expect(text).toContain('sliding');
  });
});

describe('Markdown', () => {
  it('stays below what a step summary holds', () => {
    const message = 'x'.repeat(100_000);
    const rules = Array.from({ length: 400 }, (_, index) =>
      sampleRule({ id: `1-R${index}`, verdict: 'fail', message, clause: message }),
    );
    expect(markdown(sampleReport({ rules })).length).toBeLessThan(1_000_000);
  });

  it('lets no text be markup, name anybody, or end a cell or code', () => {
    expect(prose('*a* <b> @you [x](y) a|b &lt;')).toBe(
      '\\*a\\* \\<b\\> &#64;you \\[x\\](y) a&#124;b &#38;lt;',
    );
    expect(code('a``b|c\nd')).toBe('``` a``b\\u{7c}c\\nd ```');
    expect(block(['````', 'a'])).toBe('`````text\n````\na\n`````');
  });
});

describe('JUnit XML', () => {
  const parts = (report: Report, name: string) => named(elementsOf(junit(report)), name);

  it('fails what fails, skips what is open or out of scope, and counts both', () => {
    const outcomes = parts(sampleReport(), 'testcase').map(({ attributes, elements }) => [
      attributes['name']?.split(' ')[0] ?? '',
      elements[0]?.name ?? 'passed',
    ]);
    expect(Object.fromEntries(outcomes)).toMatchObject({
      ...{ '4.1-R8b': 'failure', '2.7-T4': 'skipped', '2.6-R2a': 'skipped' },
      ...{ '8-T1': 'skipped', '2.3-T2': 'passed' },
    });
    const [all] = parts(sampleReport(), 'testsuites');
    expect(all?.attributes).toMatchObject({ tests: '11', failures: '1', errors: '0' });
    const classes = parts(sampleReport(), 'testcase').map(
      ({ attributes }) => attributes['classname'] ?? '',
    );
    // Dots part packages: a section's number has none.
    expect(new Set(classes.map((name) => name.split('.').length))).toEqual(new Set([2]));
  });

  it('has all that is needed to repeat a failure, and the reason of what is undecided', () => {
    const [failure] = parts(sampleReport(), 'failure');
    expect(failure?.attributes['message']).toBe('Served; expected 400');
    expect(failure?.text).toContain('rule: memberCount');
    expect(failure?.text).toContain('request 31: POST /v1');
    const [open] = parts(sampleReport(), 'skipped');
    expect(open?.attributes).toMatchObject({ type: 'contradiction', message: open?.text });
    expect(open?.text).toMatch(/^Answers contradict each other.*joined is 41/);
  });

  it('is not green when a run reaches no verdict', () => {
    const rules = [sampleRule({ verdict: 'undecided', reason: 'pending', message: 'No answer.' })];
    const [error] = parts(sampleReport({ verdict: 'undecided', exitCode: 2, rules }), 'error');
    expect(error?.text).toContain('no time left. 4.1-R4');
    expect(parts(sampleReport({ exitCode: 2, rules: [] }), 'error')).toHaveLength(1);
    expect(parts(sampleGreen(), 'error')).toHaveLength(0);
  });
});

describe('the JSON report', () => {
  const schemaFile = new URL('../../schema/report.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;

  /** The schema lets later members pass; here none may go undescribed. */
  const closed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(closed);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, one]) => [name, closed(one)] as const);
    const isShape = isObject(value['properties']) && typeof value['type'] === 'string';
    return Object.fromEntries(isShape ? [['additionalProperties', false], ...members] : members);
  };
  const validator = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  const published = validator.compile(schema);
  const strict = validator.compile({ ...(closed(schema) as object), $id: 'urn:tallyboard:closed' });
  const reasons = Object.keys({ ...undecidedReasons, ...notApplicableReasons });
  const power = { made: 3, noticed: 2, failed: 1, sections: { roster: { made: 3, noticed: 2 } } };

  it.each([
    ['of every finding', sampleReport({ power })],
    ['a green one', sampleGreen()],
    ['of nothing', sampleReport({ rules: [], timeline: [], waits: [], profile: {} })],
    [
      'with a baseline',
      sampleReport({ changes: changesSince(sampleReport(), { '4.1-R8b': 'pass' }) }),
    ],
    [
      'of every reason',
      sampleReport({
        rules: reasons.map((reason) =>
          sampleRule({ verdict: 'undecided', reason: reason as 'quota', because: 'it changed' }),
        ),
      }),
    ],
  ])('is what its schema says: %s', (_, report) => {
    const document: unknown = JSON.parse(jsonReport(report));
    expect(published(document), JSON.stringify(published.errors)).toBe(true);
    expect(strict(document), JSON.stringify(strict.errors)).toBe(true);
    expect(document).toEqual(report);
  });

  it.each([
    ['another verdict', { verdict: 'green' }],
    ['rules without clauses', { rules: [{ ...sampleRule(), clause: undefined }] }],
    ['an unknown reason', { rules: [{ ...sampleRule(), reason: 'bored' }] }],
    ['requests that are no numbers', { requests: { metrics: '45', roster: 39, other: 0 } }],
  ])('is no longer one with %s', (_, more) => {
    expect(published(JSON.parse(JSON.stringify({ ...sampleReport(), ...more })))).toBe(false);
  });

  it('is safe to print, reads back the same, and quotes an endless answer only in part', () => {
    const hostile = '\u001b[31m \u009b2J \u007f \u202e \u2028 \ud800 \u{e0041}';
    const report = sampleReport({ warnings: [hostile] });
    expect(jsonReport(report)).toMatch(/^[\n\u0020-\u007e]*$/);
    expect(JSON.parse(jsonReport(report))).toEqual(report);
    const evidence = [sampleEvidence({ excerpt: 'x'.repeat(5_000_000) })];
    const text = jsonReport(sampleReport({ rules: [sampleRule({ evidence })] }));
    expect(text.length).toBeLessThan(60_000);
  });
});

describe('reports in files', () => {
  it('are written into folders that are not there yet, and after one that cannot be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    const printed: string[] = [];
    const targets = reportFormatNames.map((format) => ({
      format,
      file: join(folder, 'new', `report.${format}`),
    }));
    const given = [{ format: 'html', file: folder } as const, ...targets];
    const all = [...given, { format: 'md', file: '-' } as const];
    const problems = await writeReports(all, sampleReport(), (text) => printed.push(text));
    expect(problems).toEqual([expect.stringContaining('is a directory')]);
    for (const { format, file } of targets)
      expect(readFileSync(file, 'utf8')).toBe(reportFormats[format](sampleReport()));
    expect(printed.join('')).toContain('FAIL');
  });
});

it('as many rules in scope are counted as the headline says', () => {
  const [first = sampleRule()] = sampleReport().rules;
  // An open point that was decided, and one that could not be.
  const open = (['pass', 'undecided'] as const).map((verdict) => ({
    ...first,
    ...{ level: 'observed' as const, inScope: false, verdict },
  }));
  const report = { ...sampleReport(), rules: [...sampleReport().rules, ...open] };
  const inScope = findings.filter((one) => one !== 'observed' && one !== 'notApplicable');
  const sum = inScope.reduce((all, one) => all + rulesFound(report, one).length, 0);
  expect(sum).toBe(report.rules.filter((rule) => rule.inScope).length);
});

describe('texts from anywhere', () => {
  it.each([
    ['\u001b[2J\u009b31m', '\\u{1b}[2J\\u{9b}31m'],
    ['a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['a\u202eb\u200bc\ufeff', 'a\\u{202e}b\\u{200b}c\\u{feff}'],
    ['\ud800 \uffff \u2028\u2029', '\\u{d800} \\u{ffff} \\u{2028}\\u{2029}'],
    ['Zoë 日本 🙂 <&>', 'Zoë 日本 🙂 <&>'],
  ])('spell out what cannot be seen: %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('keep their lines when asked to; are cut, and say so, never in the middle of a pair', () => {
    expect(visibleLines('a\r\nb\rc\n\u0000')).toBe('a\nb\nc\n\\u{0}');
    expect(cut('a'.repeat(3000), 10)).toBe(`${'a'.repeat(10)}… (2,990 more characters)`);
    expect(cut('ab🙂cd', 3)).toBe('ab… (4 more characters)');
    expect(cut('abc', 3)).toBe('abc');
  });

  it('are no command to a CI runner: `::` at the start of a line, `##[` anywhere in one', () => {
    const signs = ['#', '##[', '[', ':', '::', ' ', '\n', '\r\n', '\t', 'error', ']', '\u00a0'];
    const texts = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((all) => all.join(''));
    const commandsIn = (text: string): readonly string[] =>
      text
        .split(/\r?\n/)
        .filter((line) => line.trimStart().startsWith('::') || line.includes('##['));
    fc.assert(
      fc.property(texts, (one) => {
        expect(commandsIn(harmless(one))).toEqual([]);
      }),
    );
    const value = { says: '##[stop-commands]x', more: ['::error::y', '###[['] };
    expect(JSON.parse(harmless(JSON.stringify(value, null, 2)))).toEqual(value);
  });
});
