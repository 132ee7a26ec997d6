import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../model/report.js';
import { verdicts } from '../model/verdict.js';
import { consoleSummary } from './console.js';
import { below, elementsOf } from './elements.test-kit.js';
import { htmlReport } from './html.js';
import { jsonReport } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import { sampleEvidence, sampleReport, sampleRule } from './sample.test-kit.js';

const attacks = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  ']]></failure><testcase name="x"/>',
  '" onmouseover="alert(1)',
  "' --><!-- &amp; &#0; &bogus;",
  '\u001b]0;title\u0007\u001b[2J\u009b31m\r',
  '\u202e\u2066\u200b\ufeff\ufffe\ud800\u{e0041}',
  '```\n# heading\n| a | b |\n<details>@everyone',
  '__proto__',
  'x'.repeat(30_000),
];

const text = fc.oneof(
  fc.constantFrom(...attacks),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom(...attacks), fc.string({ maxLength: 20 }))
    .map((parts) => parts.join('')),
);

/** A report with hostile text wherever a text from outside can stand. */
const hostileReport: fc.Arbitrary<Report> = fc
  .tuple(fc.array(text, { minLength: 12, maxLength: 12 }), fc.constantFrom(...verdicts))
  .map(([texts, verdict]) => {
    const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = '', k = ''] =
      texts;
    const evidence = [
      sampleEvidence({ actual: a, excerpt: b, curl: c, probe: d, status: null }),
      sampleEvidence({ actual: d }),
    ];
    return sampleReport({
      rules: [
        sampleRule({ verdict, message: e, clause: f, expected: [a, g], evidence }),
        sampleRule({
          id: h,
          section: i,
          verdict: 'undecided',
          reason: 'contradiction',
          message: a,
        }),
      ],
      baseUrl: g,
      organization: h,
      startedAt: i,
      ended: j,
      warnings: [a, b],
      skipped: [c],
      profile: { [k]: { answer: a, pinned: b, question: c } },
      waits: [{ at: d, until: e, why: f }],
      changes: [{ rule: h, kind: 'changed', before: null, now: 'pass' }],
    });
  });

const hostile = (check: (report: Report) => void): void => {
  fc.assert(fc.property(hostileReport, check), { numRuns: 60 });
};

/** The names of a page's elements, which no text may add to. */
const namesIn = (page: string): ReadonlySet<string> =>
  new Set(below(elementsOf(page)).map(({ name }) => name));

describe('hostile answers', () => {
  it('are text in HTML', () => {
    hostile((report) => {
      const page = htmlReport(report);
      expect(namesIn(page)).not.toContain('img');
      expect(namesIn(page)).not.toContain('script');
      const attributes = below(elementsOf(page)).flatMap((one) => Object.keys(one.attributes));
      expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
    });
  });

  it('are text in JUnit XML', () => {
    hostile((report) => {
      expect(elementsOf(junit(report)).elements).toHaveLength(1);
    });
  });

  it('send no control characters to a terminal', () => {
    hostile((report) => {
      const shown = consoleSummary(report, { color: false, columns: 80 });
      expect(shown).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(jsonReport(report)).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    });
  });

  it('add no headings and no control characters to Markdown', () => {
    hostile((report) => {
      const shown = markdown(report);
      expect(shown).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(shown.split('\n').filter((line) => line.startsWith('# '))).toEqual([]);
    });
  });
});
