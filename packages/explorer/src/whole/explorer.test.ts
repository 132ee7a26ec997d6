import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeExplorer } from '../../../../scripts/bundle-explorer.mjs';
import {
  browserPath,
  look,
  openBrowser,
  serveFolder,
  whySkipped,
} from '../../../../scripts/looked-at/browser.test-kit.js';
import type { Service } from '../../../cli/src/serve/open-service.js';
import { createClient } from '../../../client/src/index.js';
import { noFacts } from '../../../core/src/vocabulary.js';
import { ids, instant, keyOf, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { makeReport } from '../index.js';
import {
  type Explored,
  expectOpenToAll,
  explore,
  indexFile,
  now,
  type Opening,
  sampleOf,
  serviceOver,
  shownOn,
  violationsOf,
} from './explorer.test-kit.js';

const text = (value: unknown): string =>
  (value as number).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** An average or share with its unit; there is none of nothing. */
const orNothing = (value: unknown, unit: string): string =>
  value === null ? 'nothing to measure' : `${text(value)}${unit}`;

/** A word of the API as the page writes it. */
const words = (word: string): string =>
  word.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

/** The pages of paper that a print takes. */
const pagesOf = async (page: Page): Promise<number> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
};

const ready = '.roster tbody tr >> nth=0';
const compared = '.change.up, .change.down';

const bundle = writeExplorer();

test('the page keeps to its budget, and has nothing inline', async () => {
  const sizeOf = (content = ''): number => gzipSync(content, { level: 9 }).length;
  const { files: page } = await bundle;
  const alone = sizeOf(page['explorer.js']) + sizeOf(page['explorer.css']);
  expect(alone).toBeLessThanOrEqual(110_000);
  expect(alone + sizeOf(page['explorer-core.js'])).toBeLessThanOrEqual(200_000);
  expect(page['index.html']).not.toMatch(/unsafe-inline|<style|<script(?! src)| on\w+=| style=/);
});

describe.skipIf(browserPath === null)(`the explorer in a browser${whySkipped}`, () => {
  // Small enough that indexes are built here. TALLYBOARD_MEMBERS=50000 shows the same of a large school.
  const members = Number(process.env['TALLYBOARD_MEMBERS'] ?? 300);
  const school = sampleOf('school', members, members * 15);
  let browser: Browser;
  const services: Service[] = [];
  const serve = async (...options: Parameters<typeof serviceOver>): Promise<string> => {
    const service = await serviceOver(...options);
    services.push(service);
    return service.address;
  };
  let address = '';
  beforeAll(async () => {
    await bundle;
    [browser, address] = await Promise.all([openBrowser(), serve(school.facts, { allowance: 0 })]);
  });
  afterEach(async () => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.close()));
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(services.map((service) => service.close()));
  });

  const { org, key } = school.keys.main;
  const open = (more: Partial<Opening> = {}, at = address): Promise<Explored> =>
    explore(browser, at, { key, view: `org=${org}`, ...more });
  /** An organization whose figures are all there. */
  const opened = async (more: Partial<Opening> = {}, at = address): Promise<Explored> => {
    const explored = await open(more, at);
    await explored.page.waitForSelector(ready);
    await explored.page.waitForSelector(compared);
    return explored;
  };

  /** Every figure on the page, against the answers of the API. */
  const expectFiguresOf = async (page: Page, at = address): Promise<void> => {
    const client = createClient({ baseUrl: at, apiKey: key });
    const range = { organization: org, from: '2025-12', to: '2026-11' };
    const userType = ['owner', 'admin', 'teacher', 'student', 'guest'];
    const ask = async (metrics: readonly { name: string }[], more: object = {}) => {
      const outcome = await client.metrics({ ...range, metrics, ...more } as never);
      return outcome.ok ? (outcome.value.figures as readonly { data?: unknown }[]) : [];
    };
    const metrics = [
      { name: 'memberCount', status: 'active' },
      { name: 'topBoards', sortBy: ['posts', 'visitors'] },
      { name: 'topUsers', sortBy: ['posts', 'boards'] },
      { name: 'topMedia', mediaType: ['video', 'audio'] },
      { name: 'attachmentCountByCategory', userType },
      ...['post', 'board', 'visitor', 'comment', 'scannedItem', 'flaggedItem'].map((word) => ({
        name: `${word}Count`,
      })),
      { name: 'wallEngagementMinutes' },
      { name: 'scannedItemCountByType' },
      { name: 'flaggedItemCountByCategory' },
      { name: 'avgScanTimeMs' },
      { name: 'moderationCatchRatePercent' },
    ];
    const figures = await ask(metrics);
    const figure = (name: string) => figures[metrics.findIndex((one) => one.name === name)]?.data;
    const shown = await shownOn(page);
    expect(shown.cards).toEqual({
      'Active members': text(figure('memberCount')),
      Posts: text(figure('postCount')),
      Boards: text(figure('boardCount')),
      Visitors: text(figure('visitorCount')),
      Comments: text(figure('commentCount')),
      'Minutes on boards': text(figure('wallEngagementMinutes')),
    });
    type Items = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    const named = (metric: string, word: string, label: string, value: string) =>
      (figure(metric) as Items)[word]!.map((item) => [
        String(item[label]).trim() || '(no title)',
        text(item[value]),
      ]);
    const counted = (metric: string) =>
      Object.entries(figure(metric) as Record<string, number>)
        .sort(([, a], [, b]) => b - a)
        .map(([word, count]) => [words(word), text(count)]);
    const lists = {
      'boards-by-posts': named('topBoards', 'posts', 'title', 'posts'),
      'boards-by-visitors': named('topBoards', 'visitors', 'title', 'visitors'),
      'people-by-posts': named('topUsers', 'posts', 'name', 'posts'),
      'people-by-boards': named('topUsers', 'boards', 'name', 'boards'),
      videos: named('topMedia', 'video', 'title', 'plays'),
      audio: named('topMedia', 'audio', 'title', 'plays'),
      attachments: (
        figure('attachmentCountByCategory') as readonly { category: string; count: number }[]
      ).map(({ category, count }) => [words(category), text(count)]),
      'scanned-by-type': counted('scannedItemCountByType'),
      'flagged-by-category': counted('flaggedItemCountByCategory'),
    };
    // Those without an item share one line.
    const some = Object.entries(lists).filter(([, items]) => items.length > 0);
    expect(shown.bars).toEqual(Object.fromEntries(some));
    expect(shown.figures).toMatchObject({
      'Items scanned': text(figure('scannedItemCount')),
      'Items flagged': text(figure('flaggedItemCount')),
      'Mean scan time': orNothing(figure('avgScanTimeMs'), ' ms'),
      'Caught by the scan': orNothing(figure('moderationCatchRatePercent'), ' %'),
    });
    const byMonth = { from: '2024-12', dimensions: ['month'] };
    const [series] = await ask([{ name: 'postCount' }], byMonth);
    const months = series?.data as readonly { month: string; value: number }[];
    expect(shown.months).toEqual(
      months.slice(12).map(({ month, value }, at) => [month, text(value), text(months[at]!.value)]),
    );
    const roster = { ...range, sort: 'lastActivityDate', order: 'desc', perPage: 25 } as const;
    const members = await client.rosterPage(roster);
    expect(shown.roster.map((cells) => [...cells.slice(0, 5), cells[6], cells[8]])).toEqual(
      (members.ok ? members.value.rows : []).map((row) => [
        row.name || '(no name)',
        ...[row.posts, row.boards, row.comments, row.reactions].map(text),
        row.userType,
        row.email ?? '',
      ]),
    );
  };

  test('every figure is the one of the API, every view is open to all', async () => {
    const { page, complaints, requests } = await opened();
    await expect
      .poll(() => requests.toSorted())
      .toEqual([
        'GET /v1/me',
        `GET /v1/organizations/${org}/analytics/users`,
        ...Array<string>(3).fill(`POST /v1/organizations/${org}/analytics`),
      ]);
    await expectFiguresOf(page);
    await page.click('[data-card=Posts] .about summary');
    await expectOpenToAll(page);
    expect(await pagesOf(page)).toBeLessThanOrEqual(3);
    await page.click('[data-chart] header >> text=API');
    await expectOpenToAll(page);
    await page.click('dialog button:text-is("Close")');
    await page.click('[data-bars=people-by-posts] a >> nth=0');
    await page.waitForSelector('[data-person] [data-figure=Posts]');
    await expectOpenToAll(page);
    await page.click('[data-bars=boards-by-posts] a >> nth=0');
    await page.waitForSelector('[data-figure=Posts]');
    await expectOpenToAll(page);
    // A window of 900 pixels: three screens, and the rest is behind "more".
    expect(await page.evaluate<number>('document.body.scrollHeight')).toBeLessThan(4 * 900);
    await page.click('text=Leave');
    await expectOpenToAll(page);
    expect(complaints).toEqual([]);
  });

  test('figures that are being computed say how long, and are never zero', async () => {
    const at = await serve(school.facts, { pending: 15, allowance: 0 });
    const { page } = await open({}, at);
    await page.waitForSelector('.card >> text=/Computing, \\d+ s left/');
    expect(Object.values((await shownOn(page)).cards)).toEqual(
      Array(6).fill(expect.stringMatching(/^Computing/)),
    );
    expect(await violationsOf(page)).toEqual([]);
    const moving = () => page.evaluate<number>('document.getAnimations().length');
    expect(await moving()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).toBeGreaterThan(0);
    const isThere = async (selector: string) => (await page.locator(selector).count()) > 0;
    while (!(await isThere(ready)) || !(await isThere(compared))) {
      await page.clock.runFor(8_000);
      await page.waitForTimeout(150);
    }
    await expectFiguresOf(page, at);
  });

  test('without allowance the last figures stay, grey, with the minute of the next', async () => {
    const at = await serve(school.facts, { allowance: 3 });
    const { page, complaints } = await open({}, at);
    await page.waitForSelector('[data-allowances] >> text=/No metrics requests left; more at/');
    const { cards } = await shownOn(page);
    await page.click('text=3 months');
    await page.waitForSelector(
      '[data-waiting] >> text=/more at \\d\\d:\\d\\d.*figures of December 2025/',
    );
    expect((await shownOn(page)).cards).toEqual(cards);
    expect(await violationsOf(page)).toEqual([]);
    await page.click('button:text-is("12 months")');
    await page.waitForSelector('[data-waiting]', { state: 'detached' });
    // None was refused.
    expect(complaints).toEqual([]);
  });

  test('with 200 ms to the service, cut in the middle of a change: the last figures stay, it goes on by itself', async () => {
    const { page } = await open();
    const answering: Promise<void>[] = [];
    await page.route('**/v1/**', async (route) => {
      answering.push(page.waitForTimeout(200));
      await answering.at(-1);
      await route.continue().catch(() => undefined);
    });
    await page.reload();
    await page.fill('input[name=key]', key);
    await page.click('button.primary');
    await page.waitForSelector(compared);
    const { cards } = await shownOn(page);
    const sent = answering.length;
    await page.click('text=3 months');
    await expect.poll(() => answering.length).toBeGreaterThan(sent);
    await page.context().setOffline(true);
    await page.waitForSelector('[data-waiting] >> text=/You are offline.*December 2025/');
    expect((await shownOn(page)).cards).toEqual(cards);
    await page.context().setOffline(false);
    await page.waitForSelector('.dates >> text=September 2026 to November 2026');
    await page.waitForSelector('[data-waiting]', { state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('two 503s right after a start delay the figures, and stop nothing', async () => {
    const { page } = await open({ key: 'tb_none' });
    const faults = new Map<string, number>();
    await page.route('**/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const count = (faults.get(pathname) ?? 0) + 1;
      faults.set(pathname, count);
      await (count > 2 ? route.continue() : route.fulfill({ status: 503, body: '' }));
    });
    await page.fill('input[name=key]', key);
    await page.click('button.primary');
    await page.waitForSelector(compared);
    await page.waitForSelector(ready);
    expect([...faults.values()].every((count) => count > 2)).toBe(true);
    expect(await page.locator('[data-failure]').count()).toBe(0);
  });

  /** Presses Tab until something has the focus, as one without a mouse would. */
  const tabTo = async (page: Page, selector: string): Promise<void> => {
    for (let presses = 0; presses < 400; presses += 1) {
      if ((await page.locator(`${selector}:focus`).count()) > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no key leads to ${selector}`);
  };

  test.each([
    ['chart', '#by-month'],
    ['inactive', '#roster'],
    ['rankings', '#rankings'],
    ['safety', '#safety'],
    ['subscription', '#subscription'],
  ])('the question %s: an answer in words, and one key goes on from it', async (id, heading) => {
    const { page, requests } = await opened();
    const answer = page.locator(`[data-answer=${id}]`);
    expect(await answer.locator('p').textContent()).toMatch(/^[^…]{10,}\./);
    const sent = requests.length;
    await tabTo(page, `[data-answer=${id}] a`);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`h2${heading}:focus`);
    if (id === 'inactive') await page.waitForSelector('.roster .tag');
    await expect.poll(() => requests.length - sent).toBe(id === 'inactive' ? 1 : 0);
  });

  test('keyboard alone: card, month, person, board, roles, sorting, pages; back and the title follow', async () => {
    const { page, complaints, requests } = await opened();
    await tabTo(page, '[data-card=Comments] a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-chart=comments] h2:focus');
    await tabTo(page, 'fieldset.legend button:text-is("By role")');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.time-chart .role-4', { state: 'attached' });
    await tabTo(page, '[role=slider]');
    await page.keyboard.press('Home');
    await page.waitForSelector('[aria-valuetext^="December 2025: "][aria-valuetext*="before: "]');
    const sent = requests.length;
    await page.keyboard.press('Enter');
    await page.waitForSelector('.dates >> text=/^December 2025$/');
    await page.waitForSelector(ready);
    const asked = requests.slice(sent).filter((request) => request.startsWith('POST'));
    expect(asked.length).toBeLessThanOrEqual(2);
    await page.goBack();
    await page.waitForSelector('.dates >> text=December 2025 to November 2026');
    await tabTo(page, '[data-bars=people-by-posts] a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-person] [data-figure=Posts]');
    expect(await page.textContent('#person')).toBe(
      (await shownOn(page)).bars['people-by-posts']![0]![0],
    );
    await tabTo(page, '[data-person] button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-person] >> text=/ranked boards|Their boards/');
    await tabTo(page, 'th button:has-text("Posts")');
    await page.keyboard.press('Enter');
    await page.waitForSelector('th[aria-sort=descending]');
    await tabTo(page, 'nav button:text-is("Next")');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=/Page 2 of/');
    expect(page.url()).toMatch(/by=owner.*sort=posts&page=2/);
    await page.goBack();
    await page.waitForSelector('text=/Page 1 of/');
    const [[title, posts] = []] = (await shownOn(page)).bars['boards-by-posts'] ?? [];
    await page.locator('h1').evaluate('(heading) => { heading.tabIndex = -1; heading.focus(); }');
    await tabTo(page, '[data-bars=boards-by-posts] a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1:focus');
    await page.waitForSelector('.post');
    expect((await page.title()).startsWith(`${title} - `)).toBe(true);
    expect(await page.textContent('[data-figure=Posts] dd')).toContain(`${posts} in this range`);
    await tabTo(page, 'input[type=search]');
    await page.keyboard.type('no post has these words');
    await page.waitForSelector('[role=status] >> text=0 posts');
    await tabTo(page, 'nav[aria-label=Breadcrumbs] a');
    await page.keyboard.press('Enter');
    await page.waitForSelector(ready);
    expect(complaints).toEqual([]);
  });

  test('a billing term that begins within a month: its first month is dotted, and said to be whole', async () => {
    const { page } = await open({ view: `org=${org}&range=term` });
    await page.waitForSelector(ready);
    await page.waitForSelector('.time-chart');
    await page.locator('[role=slider]').focus();
    await page.keyboard.press('Home');
    await page.waitForSelector('[aria-valuetext*=" as a whole, the range begins on "]');
    expect(await page.locator('.line.open').count()).toBe(2);
  });

  test('a wrong key is an error at its field; a kept key outlives F5, and none is in the address', async () => {
    const { page } = await open({ key: 'tb_not_a_key' });
    await page.waitForSelector('#key-wrong >> text=does not accept this key');
    await page.fill('input[name=key]', key);
    await page.check('input[name=keep]');
    await page.click('button.primary');
    await page.waitForSelector(ready);
    await page.reload();
    await page.waitForSelector(ready);
    await page.click('text=Leave');
    await page.reload();
    await page.waitForSelector('input[name=key]');
    await page.goto(`${address}/explore#key=${key}&org=${org}`);
    await page.reload();
    await page.waitForSelector(ready);
    expect(page.url()).not.toContain(key);
  });

  test('months are those of the service, whatever the browser thinks', async () => {
    const at = await serve(school.facts, { now: instant('2026-03-10T12:00:00Z') });
    const { page } = await open({}, at);
    const statuses: number[] = [];
    page.on('response', (response) => statuses.push(response.status()));
    await page.waitForSelector('.dates >> text=April 2025 to March 2026');
    await page.waitForSelector(ready);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(1);
    expect(statuses.length).toBeLessThanOrEqual(10);
  });

  test.each([
    ['notFound', { view: `org=${school.keys.notEnrolled.org}` }],
    ['refused', { view: `org=${org}&range=2012-01..2012-03` }],
  ] as const)('%s: says what happened and what to do', async (kind, more) => {
    const { page } = await open(more);
    await page.waitForSelector(`[data-failure=${kind}] button`);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('an empty organization has zeros that are known', async () => {
    const { user, apiKey, organization, member } = sampleFacts;
    const at = await serve({ ...noFacts(), user, apiKey, organization, member });
    const { page } = await open({ key: keyOf('olga'), view: `org=${ids.school}` }, at);
    await page.waitForSelector(ready);
    await expect.poll(async () => (await shownOn(page)).cards['Posts']).toBe('0');
    await page.waitForSelector('[data-empty] >> text=/boards by posts, .*attachments/');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('names with markup and from right to left are text', async () => {
    const hostile = `<img src=x onerror="document.title='run'">\u202Eمرحبا</script><b>${' long'.repeat(60)}`;
    const all = <A extends object>(list: readonly A[], names: Partial<A>) =>
      list.map((one) => ({ ...one, ...names }));
    const facts = {
      ...sampleFacts,
      organization: all(sampleFacts.organization, { name: hostile }),
      user: all(sampleFacts.user, { displayName: hostile }),
      board: all(sampleFacts.board, { title: hostile, description: hostile }),
      post: all(sampleFacts.post, { subject: hostile, bodyHtml: hostile }),
      comment: all(sampleFacts.comment, { content: hostile }),
      attachment: all(sampleFacts.attachment, { category: hostile, url: 'javascript:alert(1)' }),
    };
    const at = await serve(facts);
    const { page, complaints } = await open({ key: keyOf('olga'), view: `org=${ids.school}` }, at);
    await page.waitForSelector(ready);
    expect(await page.textContent('h1')).toBe(hostile);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.click('[data-bars=boards-by-posts] a');
    await page.waitForSelector('.post');
    expect(await page.textContent('h1')).toBe(hostile);
    expect(await page.locator('img, b, a[href^=javascript]').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
    expect(complaints).toEqual([]);
  });

  test('a chart is downloaded, its request copied, the roster exported', async () => {
    const { page, complaints } = await opened();
    const saved = async (press: string): Promise<Buffer> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(press)]);
      return readFileSync(await download.path());
    };
    await page.click('[data-chart] header >> text=API');
    const request = `/v1/organizations/${org}/analytics`;
    expect(await page.textContent('[data-snippet=curl] pre')).toContain(request);
    await page.keyboard.press('Escape');
    await page.click('[data-chart] header >> text=Download');
    expect((await saved('dialog >> text=CSV')).toString()).toMatch(
      /^organization,from,to,month,Posts,compared with\n[^,]+,2025-12-01,2026-11-30,2025-12,/,
    );
    expect((await saved('dialog >> text=SVG')).toString()).toMatch(/^<svg [^]*stroke="rgb\(/);
    const png = await saved('dialog >> text=PNG');
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 1800]);
    await page.keyboard.press('Escape');
    const csv = (await saved('text=Save as CSV')).toString();
    expect(csv.trim().split('\n').length).toBe(members + 1);
    expect(complaints).toEqual([]);
  });

  const disk = fileURLToPath(new URL('../../page/', import.meta.url));
  const fromDisk = pathToFileURL(join(disk, 'index.html')).href;

  test('opened from a disk: asks a service of another origin; organizations of one name differ', async () => {
    const { page, complaints } = await look(browser, fromDisk, {}, now, address);
    await page.fill('input[name=service]', address);
    await page.fill('input[name=key]', key);
    await page.click('button.primary');
    const about = `school, ${members.toLocaleString('en-US')} members, id …${org.slice(-4)}`;
    await page.waitForSelector(`.choice >> text=${about}`);
    expect(await violationsOf(page)).toEqual([]);
    await page.click(`.choice button:has-text("…${org.slice(-4)}")`);
    await page.waitForSelector(ready);
    // axe reads the style sheet, which the page forbids to scripts.
    expect(complaints.filter((text) => !text.includes('explorer.css'))).toEqual([]);
  });

  test('an index file, and a page with one beside it, have the figures of their day months later', async () => {
    const asking = await opened();
    const asked = await shownOn(asking.page);
    const buffer = Buffer.concat(indexFile(school.facts, org));
    const later = now + 100 * 86_400_000;
    const folder = mkdtempSync(join(tmpdir(), 'tallyboard-page-'));
    const facts = join(folder, 'school.index');
    writeFileSync(facts, buffer);
    const chosen = await look(browser, fromDisk, {}, later);
    await chosen.page.setInputFiles('input[type=file]', facts);
    const html = readFileSync(join(disk, 'index.html'), 'utf8');
    const site = await serveFolder(disk, {
      '/index.html': html.replace('<html ', '<html data-index="school.index" '),
      '/school.index': buffer,
    });
    const demo = await look(browser, `${site.address}/`, {}, later);
    for (const { page, complaints } of [chosen, demo]) {
      await page.waitForSelector(ready);
      await page.waitForSelector(compared);
      expect(await shownOn(page)).toEqual(asked);
      expect(await page.textContent('.dates')).toMatch(/, as of 20 Nov 2026$/);
      // There are no boards in it.
      expect(await page.locator('[data-bars^=boards] a').count()).toBe(0);
      expect(complaints).toEqual([]);
    }
    await chosen.page.click('text=Leave');
    writeFileSync(facts, Buffer.from(buffer).fill(0, 5_000, 5_100));
    await chosen.page.setInputFiles('input[type=file]', facts);
    await chosen.page.waitForSelector('.files-state >> text=/^The index cannot be read: /');
    site.close();
    rmSync(folder, { recursive: true });
  });

  test('a report is a mail: no script, no style sheet, no picture, the figures of the API', async () => {
    const client = createClient({ baseUrl: address, apiKey: key });
    const { html, failed } = await makeReport({
      client,
      organization: org,
      range: '12m',
      chart: 'comments',
      byRole: true,
      now: () => now,
      later: (work, ms) => void setTimeout(work, ms),
    });
    expect(failed).toBe(0);
    expect(html).not.toMatch(/<(script|style|link|svg|img)|class=|Not known/);
    // Longer mails are cut by some programs.
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    const site = await serveFolder('.', { '/report.html': html, '/favicon.ico': '' });
    const { page, complaints } = await look(browser, `${site.address}/report.html`);
    const outcome = await client.metrics({
      organization: org,
      metrics: [{ name: 'commentCount' }],
      from: '2025-12',
      to: '2026-11',
    });
    const [comments] = outcome.ok ? outcome.value.figures : [];
    const figure = text(comments?.status === 'ready' ? comments.data : undefined);
    expect(
      await page.locator('tr:has(> td > bdi:text-is("Comments")) td').nth(1).textContent(),
    ).toBe(figure);
    await page.waitForSelector('text=/Comments (rose|fell|stayed)|Posts (rose|fell|stayed)/');
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    site.close();
  });
});
