import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../model/report.js';
import { withBaseline } from '../baseline.js';
import { below, type Element, elementsOf, named, textOf } from '../elements.test-kit.js';
import { sampleEvidence, sampleGreen, sampleReport } from '../sample.test-kit.js';
import { htmlReport } from './page.js';
import { script, scriptHash } from './script.js';

const read = (report: Report): Element => elementsOf(htmlReport(report));
const byId = (page: Element, id: string): Element | undefined =>
  below(page).find(({ attributes }) => attributes['id'] === id);
const textAt = (page: Element, id: string): string => {
  const element = byId(page, id);
  return element === undefined ? '' : textOf(element).replace(/\s+/g, ' ');
};

describe('the page', () => {
  it('needs nothing else and lets no script run but its own', () => {
    const page = read(sampleReport());
    const addresses = below(page).flatMap(({ attributes }) =>
      ['src', 'href', 'action', 'data'].flatMap((name) => attributes[name] ?? []),
    );
    expect(addresses.filter((address) => !address.startsWith('#'))).toEqual([]);
    const policy = named(page, 'meta').map(({ attributes }) => attributes['content'] ?? '');
    expect(policy.join()).toContain(`default-src 'none'`);
    expect(scriptHash).toBe(`sha256-${createHash('sha256').update(script).digest('base64')}`);
    expect(named(page, 'script').map(({ text }) => text)).toEqual([script]);
  });

  it('shows verdict and counts', () => {
    const head = named(read(sampleReport()), 'header').map(textOf).join();
    expect(head).toContain('Fail');
    expect(head).toContain('1 of 7 rules in scope is broken; 2 could not be decided.');
    expect(head).toContain('wksp_abc');
  });

  it('has a tile with a word for every rule, and each leads somewhere', () => {
    const page = read(sampleReport());
    const tiles = named(page, 'a').filter(({ attributes }) =>
      attributes['class']?.startsWith('tile '),
    );
    expect(tiles).toHaveLength(sampleReport().rules.length);
    for (const tile of tiles) {
      expect(byId(page, tile.attributes['href']?.slice(1) ?? '')).toBeDefined();
      expect(textOf(tile)).toMatch(/fail|suspect|undecided|pass|noted|n\/a/);
    }
  });

  it('tells each failure in full', () => {
    const card = textAt(read(sampleReport()), 'rule-4.1-R8b');
    for (const part of ['memberCount by status', '400', '#31 MN28, status 200', 'Served.']) {
      expect(card).toContain(part);
    }
    expect(card).toContain(sampleEvidence().curl);
  });

  it('draws each allowance with every request in it', () => {
    const page = read(sampleReport());
    const charts = named(page, 'figure');
    expect(charts.map((chart) => named(chart, 'title').length)).toEqual([10, 10]);
    expect(textAt(page, 'timeline')).toContain('#1 MV0, submit: 200, 2026-11-03 12:00:00 UTC');
  });

  it('shows the profile, what differs from what was pinned, and what is out of scope', () => {
    const page = read(sampleReport());
    expect(textAt(page, 'profile')).toContain('sliding');
    expect(textAt(page, 'profile')).toContain('differs');
    expect(textAt(page, 'out-of-scope')).toContain('Needs data that the suite knows');
  });

  it('shows what changed since the baseline', () => {
    const page = read(withBaseline(sampleReport(), { rules: { '4.1-R8b': 'pass' } }));
    expect(textAt(page, 'changes')).toContain('NEW FAILURE');
  });

  it('leaves out what there is nothing of', () => {
    const page = read(sampleReport({ ...sampleGreen(), timeline: [], profile: {} }));
    for (const id of ['fail', 'suspect', 'undecided', 'timeline', 'profile', 'changes']) {
      expect(byId(page, id)).toBeUndefined();
    }
  });
});
