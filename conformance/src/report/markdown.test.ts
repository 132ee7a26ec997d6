import { describe, expect, it } from 'vitest';
import { withBaseline } from './baseline.js';
import { markdown } from './markdown.js';
import { block, code, prose } from './markdown-text.js';
import { sampleGreen, sampleReport, sampleRule } from './sample.test-kit.js';

describe('the Markdown summary', () => {
  it('begins with the verdict', () => {
    expect(markdown(sampleReport()).split('\n')[0]).toBe(
      '## FAIL: 1 of 7 rules fail; 1 contradiction could not be confirmed, because the data may have changed between the answers; 1 rule could not be decided.',
    );
    expect(markdown(sampleGreen())).toContain('## PASS: All 1 rule hold.');
  });

  it('has failures, then contradictions, then what is undecided', () => {
    const text = markdown(sampleReport());
    const places = ['### To mend', '### Contradictions', '### Undecided'].map((one) =>
      text.indexOf(one),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain('Served; expected 400');
    expect(text).toContain('POST /v1/organizations/wksp_abc/analytics');
  });

  it('tells what changed, the profile and what was left out', () => {
    const report = sampleReport({ skipped: ['2.9-T3'] });
    const text = markdown(withBaseline(report, { rules: { '4.1-R8b': 'pass' } }));
    expect(text).toContain('| **NEW FAILURE** | 4.1-R8b | pass | fail |');
    expect(text).toContain('` windowKind `');
    expect(text).toContain('**differs**');
    expect(text).toContain('- ` 2.9-T3 `');
  });

  it('stays below what a step summary holds', () => {
    const message = 'x'.repeat(100_000);
    const rules = Array.from({ length: 400 }, (_, index) =>
      sampleRule({ id: `1-R${index}`, verdict: 'fail', message, clause: message }),
    );
    expect(markdown(sampleReport({ rules })).length).toBeLessThan(1_000_000);
  });
});

describe('hostile text in Markdown', () => {
  it('is no markup, names nobody and ends no cell', () => {
    expect(prose('*a* <b> @you [x](y) a|b &lt;')).toBe(
      '\\*a\\* \\<b\\> &#64;you \\[x\\](y) a&#124;b &#38;lt;',
    );
  });

  it('is no command of a CI runner', () => {
    const message = '##[stop-commands]a\n::stop-commands::b';
    const rules = [sampleRule({ verdict: 'fail', message, clause: message })];
    expect(markdown(sampleReport({ rules }))).not.toMatch(/##\[|^\s*::/m);
  });

  it('ends no code', () => {
    expect(code('a``b|c\nd')).toBe('``` a``b\\u{7c}c\\nd ```');
    expect(block(['````', 'a'])).toBe('`````text\n````\na\n`````');
  });
});
