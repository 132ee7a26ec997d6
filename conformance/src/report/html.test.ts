import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Report } from '../model/report.js';
import { withBaseline } from './baseline.js';
import { below, type Element, elementsOf, named, textOf } from './elements.test-kit.js';
import { htmlReport } from './html.js';
import { sampleEvidence, sampleGreen, sampleReport } from './sample.test-kit.js';

const read = (report: Report): Element => elementsOf(htmlReport(report));
const textIn = (report: Report): string => textOf(read(report)).replace(/\s+/g, ' ');

describe('the page', () => {
  it('needs nothing else and lets no script run but its own', () => {
    const page = read(sampleReport());
    const addresses = below(page).flatMap(({ attributes }) =>
      ['src', 'href', 'action', 'data'].flatMap((name) => attributes[name] ?? []),
    );
    expect(addresses).toEqual([]);
    const [script] = named(page, 'script');
    const hash = createHash('sha256')
      .update(script?.text ?? '')
      .digest('base64');
    const policy = named(page, 'meta').map(({ attributes }) => attributes['content'] ?? '');
    expect(policy.join()).toContain(`default-src 'none'`);
    expect(policy.join()).toContain(`script-src 'sha256-${hash}'`);
  });

  it('has the verdict first, then what to mend, then all else', () => {
    const text = textIn(sampleReport());
    const places = [
      'FAIL',
      '1 of 7 rules fail',
      'To mend',
      'Served; expected 400',
      'POST /v1/organizations',
      sampleEvidence().curl,
      'Contradictions',
      'Undecided',
      'The run in numbers',
      'Everything',
    ].map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('has every rule, every request and the profile', () => {
    const text = textIn(sampleReport());
    for (const { id } of sampleReport().rules) expect(text).toContain(id);
    expect(text).toContain('All 20 requests and 1 waits');
    expect(text).toContain('sliding');
  });

  it('shows what changed since the baseline', () => {
    expect(textIn(withBaseline(sampleReport(), { rules: { '4.1-R8b': 'pass' } }))).toContain(
      'NEW FAILURE 4.1-R8b: pass, now fail',
    );
  });

  it('leaves out what there is nothing of', () => {
    const text = textIn(sampleReport({ ...sampleGreen(), timeline: [], waits: [], profile: {} }));
    for (const title of ['To mend', 'Contradictions', 'Undecided', 'Open points', 'requests and']) {
      expect(text).not.toContain(title);
    }
  });
});
