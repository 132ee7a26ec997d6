import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../packages/cli/src/serve/open-service.js';
import { createClient } from '../../packages/client/src/index.js';
import { noFacts } from '../../packages/core/src/vocabulary.js';
import { makeReport } from '../../packages/explorer/src/index.js';
import { ids, instant, keyOf, sampleFacts } from '../../packages/http/src/sample-facts.test-kit.js';
import { writeExplorer } from '../bundle-explorer.mjs';
import { browserPath, look, openBrowser, serveFolder, whySkipped } from './browser.test-kit.js';
import {
  type Exchanged,
  type Explored,
  expectOpenToAll,
  explore,
  firstChartMs,
  indexFile,
  now,
  type Opening,
  sampleOf,
  serviceOver,
  shownOn,
  violationsOf,
} from './explorer.test-kit.js';

/** What the tests read of a metrics answer. */
interface Answer {
  readonly data: {
    readonly attributes: {
      readonly metrics: readonly {
        readonly name: string;
        readonly properties: Readonly<Record<string, string | readonly string[]>>;
        readonly data: unknown;
      }[];
    };
  };
}

interface RosterAnswer {
  readonly data: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
}

const text = (value: unknown): string =>
  (value as number).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** An average or share with its unit; there is none of nothing. */
const orNothing = (value: unknown, unit: string): string =>
  value === null ? 'nothing to measure' : `${text(value)}${unit}`;

/** The figures of all answers to requests with the same range, by name and properties. */
const figuresIn = (exchanged: readonly Exchanged[], from: string, byMonth: boolean) => {
  const answers = exchanged.filter(({ body, status }) => {
    const asked = body as { from?: string; dimensions?: readonly string[] } | null;
    return status === 200 && asked?.from === from && (asked.dimensions?.length === 1) === byMonth;
  });
  const metrics = answers.flatMap(({ json }) => (json as Answer).data.attributes.metrics);
  return (name: string, properties: object = {}): unknown =>
    metrics.find(
      (metric) =>
        metric.name === name &&
        Object.entries(properties).every(
          ([property, value]) =>
            JSON.stringify(metric.properties[property]) === JSON.stringify(value),
        ),
    )?.data;
};

/** The pages of paper that a print takes. */
const pagesOf = async (page: Page): Promise<number> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
};

const ready = '.roster tbody tr >> nth=0';

const bundle = writeExplorer();

describe('the bundle of the explorer', () => {
  const sizeOf = (content: string): number => gzipSync(content, { level: 9 }).length;

  test('keeps to its budget, and has nothing inline', async () => {
    const page = await bundle;
    const [alone, core] = [
      sizeOf(page['explorer.js']!) + sizeOf(page['explorer.css']!),
      sizeOf(page['explorer-core.js']!),
    ];
    console.log(`  explorer: ${alone} of 110000 bytes, with the core ${alone + core} of 200000`);
    expect(alone).toBeLessThanOrEqual(110_000);
    expect(alone + core).toBeLessThanOrEqual(200_000);
    expect(page['index.html']).not.toMatch(/unsafe-inline|<style|<script(?! src)| on\w+=| style=/);
  });
});

describe.skipIf(browserPath === null)(`the explorer in a browser${whySkipped}`, () => {
  // Small enough that indexes are built here: threads need a build.
  const school = sampleOf('school', 300, 4_400);
  const team = sampleOf('team', 40, 2_000);
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
  afterAll(async () => {
    await browser.close();
    await Promise.all(services.map((service) => service.close()));
  });

  const { org, key } = school.keys.main;
  const open = (more: Partial<Opening> = {}, at = address): Promise<Explored> =>
    explore(browser, at, { key, view: `org=${org}`, ...more });

  /** Every figure on the page, against the answers that it came from. */
  const expectFiguresOf = async (page: Page, exchanged: readonly Exchanged[]): Promise<void> => {
    const shown = await shownOn(page);
    const figure = figuresIn(exchanged, '2025-12', false);
    expect(shown.cards).toEqual({
      'Active members': text(figure('memberCount', { status: 'active' })),
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
    const words = (word: string) =>
      word.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
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
    expect(shown.figures).toEqual({
      'Items scanned': text(figure('scannedItemCount')),
      'Items flagged': text(figure('flaggedItemCount')),
      'Mean scan time': orNothing(figure('avgScanTimeMs'), ' ms'),
      'Caught by the scan': orNothing(figure('moderationCatchRatePercent'), ' %'),
    });
    const monthly = figuresIn(exchanged, '2024-12', true);
    const rows = monthly('postCount', { userType: ['all'] }) as readonly {
      month: string;
      value: number;
    }[];
    expect(shown.months).toEqual(
      rows.slice(12).map(({ month, value }, at) => [month, text(value), text(rows[at]!.value)]),
    );
    const roster = exchanged.find(({ path, status }) => path.includes('/users') && status === 200)
      ?.json as RosterAnswer;
    expect(shown.roster.map((cells) => [...cells.slice(0, 5), cells[6], cells[8]])).toEqual(
      roster.data.map(({ attributes: row }) => [
        row['name'] || '(no name)',
        ...['posts', 'boards', 'comments', 'reactions'].map((name) => text(row[name])),
        row['userType'],
        row['email'] ?? '',
      ]),
    );
  };

  test('an organization: every figure is the one of the API, and nobody is shut out', async () => {
    const { page, complaints, exchanged, close } = await open();
    await page.waitForSelector(ready);
    await page.waitForSelector('.change.up, .change.down');
    expect((await exchanged()).map(({ path }) => path.replace(/\?.*/, '')).toSorted()).toEqual([
      '/v1/me',
      ...Array<string>(3).fill(`/v1/organizations/${org}/analytics`),
      `/v1/organizations/${org}/analytics/users`,
    ]);
    await expectFiguresOf(page, await exchanged());
    await expectOpenToAll(page);
    await expectFiguresOf(page, await exchanged());
    expect(complaints).toEqual([]);
    await close();
  });

  test('the first screen, a board and the dialog are open to everybody, too', async () => {
    const { page, complaints, close } = await open();
    await page.waitForSelector('[data-bars=boards-by-posts] a');
    await page.click('[data-chart] header >> text=API');
    await expectOpenToAll(page);
    await page.keyboard.press('Escape');
    await page.click('[data-bars=boards-by-posts] a >> nth=0');
    await page.waitForSelector('[data-figure=Posts]');
    await expectOpenToAll(page);
    await page.click('text=Leave');
    await expectOpenToAll(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('figures that are being computed say how long, and are never zero', async () => {
    const at = await serve(school.facts, { pending: 15, allowance: 0 });
    const { page, complaints, exchanged, close } = await open({}, at);
    await page.waitForSelector('.card >> text=/Computing, \\d+ s left/');
    expect(Object.values((await shownOn(page)).cards)).toEqual(
      Array(6).fill(expect.stringMatching(/^Computing/)),
    );
    expect(await page.locator('.time-chart').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    const moving = () => page.evaluate<number>('document.getAnimations().length');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await moving()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toBe(0);
    const isThere = async (selector: string) => (await page.locator(selector).count()) > 0;
    while (!(await isThere(ready)) || !(await isThere('.change.up, .change.down'))) {
      await page.clock.runFor(8_000);
      await page.waitForTimeout(150);
    }
    await expectFiguresOf(page, await exchanged());
    expect(complaints).toEqual([]);
    await close();
  });

  test('figures that failed are shown as such, all others as ever', async () => {
    const at = await serve(school.facts, { fail: ['topBoards', 'users'] });
    const { page, complaints, close } = await open({}, at);
    await page.waitForSelector('[data-roster] .state-failed');
    await page.waitForSelector('[data-bars=boards-by-visitors] .state-failed');
    await page.waitForSelector('[data-bars=people-by-posts] li');
    const shown = await shownOn(page);
    expect(shown.bars['boards-by-posts']).toEqual([]);
    expect(shown.bars['people-by-posts']?.length).toBe(10);
    expect(await page.locator('[data-bars=boards-by-visitors] .state-failed').count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('without allowance the last figures stay, grey, with the minute of the next', async () => {
    const at = await serve(school.facts, { allowance: 3 });
    const { page, complaints, exchanged, close } = await open({}, at);
    await page.waitForSelector('[data-allowances] >> text=/No metrics requests left; more at/');
    const { cards } = await shownOn(page);
    await page.click('text=3 months');
    await page.waitForSelector(
      '[data-waiting] >> text=/more at \\d\\d:\\d\\d.*figures of December 2025/',
    );
    expect((await shownOn(page)).cards).toEqual(cards);
    expect((await exchanged()).filter(({ status }) => status === 429)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await page.click('button:text-is("12 months")');
    await page.waitForSelector('[data-waiting]', { state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('offline the last figures stay, and it goes on by itself', async () => {
    const { page, close } = await open();
    await page.waitForSelector(ready);
    const { cards } = await shownOn(page);
    await page.context().setOffline(true);
    await page.click('text=3 months');
    await page.waitForSelector('[data-waiting] >> text=/You are offline.*December 2025/');
    expect((await shownOn(page)).cards).toEqual(cards);
    await page.context().setOffline(false);
    await page.waitForSelector('.dates >> text=September 2026 to November 2026');
    await page.waitForSelector('[data-waiting]', { state: 'detached' });
    await close();
  });

  test.each([
    ['chart', 'h2#by-month'],
    ['inactive', 'h2#roster'],
    ['rankings', 'h2#rankings'],
    ['safety', 'h2#safety'],
    ['subscription', 'h2#subscription'],
  ])(
    'the question %s has an answer in words, which one click goes on from',
    async (id, heading) => {
      const { page, exchanged, close } = await open();
      await page.waitForSelector(ready);
      const answer = page.locator(`[data-answer=${id}]`);
      expect(await answer.locator('p').textContent()).toMatch(/^[^…]{10,}\./);
      await answer.locator('a').focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector(`${heading}:focus`);
      if (id === 'inactive') {
        await page.waitForSelector('.roster .tag');
        expect((await exchanged()).at(-1)?.path).toContain('status=inactive');
      }
      await close();
    },
  );

  test('cards, months, people and boards lead on; back and the title follow', async () => {
    const { page, complaints, close } = await open();
    await page.waitForSelector(ready);
    await page.click('[data-card=Comments] a');
    await page.waitForSelector('[data-chart=comments]');
    await page.locator('[role=slider]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('[role=slider][aria-valuetext^="October 2026: "]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.dates >> text=/^October 2026$/');
    await page.goBack();
    await page.waitForSelector('.dates >> text=December 2025 to November 2026');
    const person = (await shownOn(page)).bars['people-by-posts']![0]![0];
    await page.click('[data-bars=people-by-posts] a >> nth=0');
    await page.waitForSelector('[data-person] [data-figure=posts]');
    expect(await page.textContent('#person')).toBe(person);
    await page.click('[data-person] button');
    await page.waitForSelector('[data-person] >> text=/boards/i');
    const [[title, posts] = []] = (await shownOn(page)).bars['boards-by-posts'] ?? [];
    await page.click('[data-bars=boards-by-posts] a >> nth=0');
    await page.waitForSelector('[data-figure=Posts]');
    expect(await page.title()).toMatch(new RegExp(`^${title} - `));
    expect(await page.textContent('[data-figure=Posts] dd')).toContain(`${posts} in this range, `);
    await page.fill('input[type=search]', 'no post has these words');
    await page.waitForSelector('[role=status] >> text=0 posts');
    await page.click('nav[aria-label=Breadcrumbs] a');
    await page.waitForSelector(ready);
    expect(complaints).toEqual([]);
    await close();
  });

  test('two organizations of one name can be told from each other', async () => {
    const { page, close } = await open({ view: '' });
    await page.waitForSelector(`.choice >> text=/school, 300 members, id …${org.slice(-4)}/`);
    expect(await violationsOf(page)).toEqual([]);
    await page.click(`.choice button:has-text("…${org.slice(-4)}")`);
    await page.waitForSelector(ready);
    await close();
  });

  test('a wrong key is an error at its field; a kept key outlives F5, and none is in the address', async () => {
    const { page, close } = await open({ key: 'tb_not_a_key' });
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
    await close();
  });

  test('months are those of the service, whatever the browser thinks', async () => {
    const at = await serve(school.facts, { now: instant('2026-03-10T12:00:00Z') });
    const { page, exchanged, close } = await open({}, at);
    await page.waitForSelector('.dates >> text=April 2025 to March 2026');
    await page.waitForSelector(ready);
    expect((await exchanged()).length).toBeLessThanOrEqual(9);
    await close();
  });

  /** What a browser itself says about an answer of this status. */
  const about = (status: number) => expect.stringMatching(new RegExp(`${status}`)) as unknown;

  test.each([
    [
      'an organization without access',
      { view: `org=${school.keys.notEnrolled.org}` },
      'notFound',
      404,
    ],
    ['a range that is refused', { view: `org=${org}&range=2012-01..2012-03` }, 'refused', 400],
  ] as const)('%s: says what happened and what to do', async (_, more, kind, status) => {
    const { page, complaints, close } = await open(more);
    await page.waitForSelector(`[data-failure=${kind}] button`);
    expect(await violationsOf(page)).toEqual([]);
    expect([...new Set(complaints)]).toEqual([...new Set(complaints)].map(() => about(status)));
    await close();
  });

  test('a team has no content safety, and the page says why', async () => {
    const at = await serve(team.facts);
    const { main } = team.keys;
    const { page, complaints, close } = await open({ key: main.key, view: `org=${main.org}` }, at);
    await page.waitForSelector(ready);
    await page.waitForSelector('text=not for teams');
    expect(complaints).toEqual([]);
    await close();
  });

  test('an empty organization has zeros that are known', async () => {
    const facts = {
      ...noFacts(),
      ...Object.fromEntries(
        ['user', 'apiKey', 'organization', 'member'].map((kind) => [
          kind,
          sampleFacts[kind as 'user'],
        ]),
      ),
    };
    const at = await serve(facts);
    const { page, complaints, close } = await open(
      { key: keyOf('olga'), view: `org=${ids.school}` },
      at,
    );
    await page.waitForSelector(ready);
    await expect.poll(async () => (await shownOn(page)).cards['Posts']).toBe('0');
    await page.waitForSelector('[data-empty] >> text=/boards by posts, .*attachments/');
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('names with markup and from right to left are text', async () => {
    const hostile = `<img src=x onerror="document.title='run'">\u202Eمرحبا</script><b>${' long'.repeat(60)}`;
    const facts = {
      ...sampleFacts,
      organization: sampleFacts.organization.map((one) => ({ ...one, name: hostile })),
      user: sampleFacts.user.map((one) => ({ ...one, displayName: `${hostile}${one.id}` })),
      board: sampleFacts.board.map((one) => ({ ...one, title: hostile, description: hostile })),
      post: sampleFacts.post.map((one) => ({ ...one, subject: hostile, bodyHtml: hostile })),
      comment: sampleFacts.comment.map((one) => ({ ...one, content: hostile })),
      attachment: sampleFacts.attachment.map((one) => ({
        ...one,
        category: hostile,
        url: 'javascript:alert(1)',
      })),
    };
    const at = await serve(facts);
    const { page, complaints, close } = await open(
      { key: keyOf('olga'), view: `org=${ids.school}` },
      at,
    );
    await page.waitForSelector(ready);
    expect(await page.textContent('h1')).toBe(hostile);
    expect(await page.locator('img, b').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.click('[data-bars=boards-by-posts] a');
    await page.waitForSelector('.post');
    expect(await page.textContent('h1')).toBe(hostile);
    expect(await page.locator('img, b, a[href^=javascript]').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
    expect(complaints).toEqual([]);
    await close();
  });

  test('keyboard alone: months, roles, sorting and pages', async () => {
    const { page, exchanged, close } = await open();
    await page.waitForSelector(ready);
    const chart = page.locator('[role=slider]');
    await chart.focus();
    await page.keyboard.press('Home');
    // The page draws in a task of its own, after the key.
    await page.waitForSelector('[role=slider][aria-valuetext^="December 2025: "]');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[aria-valuetext^="January 2026: "][aria-valuetext*="before: "]');
    await page.locator('button:text-is("By role")').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.time-chart .role-4', { state: 'attached' });
    await page.locator('th button:has-text("Posts")').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('th[aria-sort=descending]');
    const sorted = async () =>
      (await exchanged()).findLast(({ path }) => path.includes('sort=posts'))?.json as
        | RosterAnswer
        | undefined;
    await expect.poll(sorted).toBeDefined();
    const most = (await sorted())?.data[0]?.attributes['posts'];
    await expect.poll(async () => (await shownOn(page)).roster[0]?.[1]).toBe(text(most));
    await page.locator('nav >> text=Next').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=/Page 2 of/');
    expect(page.url()).toMatch(/by=owner.*sort=posts&page=2/);
    expect(page.url()).not.toContain(key);
    await page.goBack();
    await page.waitForSelector('text=/Page 1 of/');
    await close();
  });

  test('a chart is downloaded, its request copied, the roster exported; a print has two pages at most', async () => {
    const { page, complaints, close } = await open();
    await page.waitForSelector(ready);
    await page.waitForSelector('.change.up, .change.down');
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
    expect((await saved('dialog >> text=SVG')).toString()).toMatch(
      /^<svg [^]*stroke="rgb\([^]*<\/svg>$/,
    );
    const png = await saved('dialog >> text=PNG');
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 1800]);
    await page.keyboard.press('Escape');
    await page.click('[data-subscription] >> text=API');
    expect(await page.textContent('[data-snippet=cli] pre')).toContain("--metric 'subscription'");
    await page.keyboard.press('Escape');
    const csv = (await saved('text=Save as CSV')).toString();
    expect(csv.trim().split('\n').length).toBe(301);
    expect(await pagesOf(page)).toBeLessThanOrEqual(3);
    expect(complaints).toEqual([]);
    await close();
  });

  const disk = pathToFileURL(
    fileURLToPath(new URL('../../packages/explorer/page/index.html', import.meta.url)),
  ).href;

  test('opened from a disk: asks a service of another origin', async () => {
    const { page, complaints } = await look(browser, disk, {}, now, address);
    await page.fill('input[name=service]', address);
    await page.fill('input[name=key]', key);
    await page.click('button.primary');
    await page.click(`.choice button:has-text("…${org.slice(-4)}")`);
    await page.waitForSelector(ready);
    expect(page.url()).not.toContain(key);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('opens an index file months later, from a disk, with the figures of its day', async () => {
    const asking = await open();
    await asking.page.waitForSelector(ready);
    await asking.page.waitForSelector('.change.up, .change.down');
    const asked = await shownOn(asking.page);
    await asking.close();
    const buffer = Buffer.concat(indexFile(school.facts, org));
    const later = now + 100 * 86_400_000;
    const { page, complaints } = await look(browser, disk, {}, later);
    const chosen = { name: 'school.index', mimeType: '', buffer };
    await page.setInputFiles('input[type=file]', chosen);
    await page.waitForSelector(ready);
    await page.waitForSelector('.change.up, .change.down');
    expect(await shownOn(page)).toEqual(asked);
    expect(await page.textContent('.dates')).toMatch(/, as of 20 Nov 2026$/);
    // There are no boards in it.
    expect(await page.locator('[data-bars^=boards] a').count()).toBe(0);
    await page.click('text=Leave');
    const damaged = { ...chosen, buffer: Buffer.from(buffer).fill(0, 5_000, 5_100) };
    await page.setInputFiles('input[type=file]', damaged);
    await page.waitForSelector('.files-state >> text=/^The index cannot be read: /');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a report needs no script and no network, and has the figures of the API', async () => {
    const page = await bundle;
    const client = createClient({ baseUrl: address, apiKey: key });
    const { html, failed } = await makeReport({
      client,
      organization: org,
      range: '12m',
      chart: 'comments',
      byRole: true,
      css: page['explorer.css']!,
      now: () => now,
      later: (work, ms) => void setTimeout(work, ms),
    });
    expect(failed).toBe(0);
    const site = await serveFolder('.', { '/report.html': html });
    const { page: report, complaints } = await look(browser, `${site.address}/report.html`);
    const outcome = await client.metrics({
      organization: org,
      metrics: [{ name: 'commentCount' }],
      from: '2025-12',
      to: '2026-11',
    });
    const [comments] = outcome.ok ? outcome.value.figures : [];
    expect((await shownOn(report)).cards['Comments']).toBe(
      text(comments?.status === 'ready' ? comments.data : undefined),
    );
    await expectOpenToAll(report);
    expect(await pagesOf(report)).toBeLessThanOrEqual(3);
    expect(complaints).toEqual([]);
    await report.close();
    site.close();
  });

  test('the first chart is there within 300 ms of its answer', async () => {
    const { page, close } = await open({
      view: `org=${org}&range=2026-01..2026-11`,
      isTimed: true,
    });
    const [onClock, ofProcessor] = await firstChartMs(page);
    console.log(
      `  first chart after its answer: ${onClock.toFixed(0)} ms, ${ofProcessor.toFixed(0)} ms of the processor since the page began`,
    );
    // On a busy machine the clock also runs for others; what the page itself takes does not change.
    expect(ofProcessor).toBeLessThan(300);
    await close();
  });
});
