import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlReport } from '../../conformance/src/report/html.js';
import { sampleReport } from '../../conformance/src/report/sample.test-kit.js';
import { openService, type Service } from '../../packages/cli/src/serve/open-service.js';
import { now, sampleFacts } from '../../packages/http/src/sample-facts.test-kit.js';
import {
  browserPath,
  type Look,
  lightnessOf,
  look,
  openBrowser,
  overflowOf,
  type Sight,
  type Site,
  see,
  serveFolder,
  whySkipped,
} from './browser.test-kit.js';

const folder = fileURLToPath(new URL('../../docs/site/', import.meta.url));
const isSiteThere = existsSync(`${folder}index.html`);
const whyNoSite = isSiteThere ? '' : ' (skipped: no docs/site; npm run docs writes it)';

const sights: readonly Required<Sight>[] = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

describe.skipIf(browserPath === null)(`pages in a browser${whySkipped}`, () => {
  let browser: Browser;
  let site: Site;
  let service: Service;
  beforeAll(async () => {
    [browser, site, service] = await Promise.all([
      openBrowser(),
      serveFolder(folder, { '/report.html': htmlReport(sampleReport()) }),
      openService({ facts: sampleFacts, now, port: 0 }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await service.close();
  });

  /** What every page must be like, in every sight. Leaves it open. */
  const expectPleasant = async ({ page, complaints }: Look, ready: string) => {
    const address = page.url();
    await page.waitForSelector(ready);
    for (const sight of sights) {
      await see(page, sight);
      expect([address, sight, await overflowOf(page)]).toEqual([address, sight, 0]);
      const lightness = await lightnessOf(page);
      expect(sight.scheme === 'light' ? lightness : 255 - lightness).toBeGreaterThan(200);
    }
    expect(complaints).toEqual([]);
  };

  test('the HTTP reference of a service', async () => {
    await expectPleasant(
      await look(browser, `${service.address}/docs`),
      'text=Answers that take time',
    );
  });

  test("the conformance suite's report", async () => {
    const report = await look(browser, `${site.address}/report.html`);
    await expectPleasant(report, 'h1');
    await report.page.close();
  });

  const pages = [
    '',
    'guides/tutorial.html',
    'guides/rules.html',
    'reference/core/index.html',
    'reference/core/planMetrics.html',
    'http/index.html',
  ];
  test.skipIf(!isSiteThere).each(pages)(`the site's page "%s"${whyNoSite}`, async (address) => {
    const opened = await look(browser, `${site.address}/${address}`);
    await expectPleasant(opened, 'h1');
    await opened.page.close();
  });

  test.skipIf(!isSiteThere)(`search in the site finds a rule${whyNoSite}`, async () => {
    const { page, complaints } = await look(browser, `${site.address}/guides/tutorial.html`);
    await page.keyboard.press('/');
    await page.waitForSelector('dialog.search[open]');
    await page.keyboard.type('perPage');
    await page.waitForSelector('dialog.search li:first-child >> text=4.2 Roster');
    await page.fill('dialog.search input', 'rate limit');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guides/rules.html#8-limits');
    expect(complaints).toEqual([]);
    await page.close();
  });
});
