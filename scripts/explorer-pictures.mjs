// Makes the pictures of docs/explorer.md and docs/front.md anew: docs/pictures/explorer*.png, with the browser that the tests use.
//   npm run pictures

import { chromium } from 'playwright-core';
import { serveSample } from './dist/sample-service.js';

const now = '2026-11-22T12:00:00.000Z';
const shape = `--seed pictures --org-type school --members 2000 --months 36 --events 90000 --now ${now}`;

/**
 * A picture: its file, the part of the page's address after `#`, the window, and what is at its top.
 *
 * @type {readonly { file: string, view: string, width: number, height: number, scheme: 'light' | 'dark', top?: string }[]}
 */
const pictures = [
  { file: 'explorer', view: '', width: 1100, height: 760, scheme: 'light' },
  { file: 'explorer-dark', view: '', width: 1100, height: 760, scheme: 'dark' },
  {
    file: 'explorer-by-role-dark',
    view: '&by=owner,admin,teacher,student,guest',
    width: 1100,
    height: 860,
    scheme: 'dark',
    top: '[data-chart]',
  },
  {
    file: 'explorer-roster',
    view: '&sort=posts&order=desc',
    width: 1280,
    height: 560,
    scheme: 'light',
    top: '#roster',
  },
  { file: 'explorer-phone', view: '', width: 390, height: 844, scheme: 'light' },
];

const { address, org, key, stop } = await serveSample(shape, '--now', now);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const { file, view, width, height, scheme, top } of pictures) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await page.clock.install({ time: now });
    await page.goto(`${address}/explore#org=${org}${view}`);
    await page.fill('input[name=key]', key);
    await page.click('button.primary');
    await page.waitForSelector('.roster tbody tr >> nth=0');
    await page.waitForSelector('.change.up, .change.down');
    if (top !== undefined) {
      await page.evaluate(
        `scrollTo(0, document.querySelector('${top}').getBoundingClientRect().top - 16)`,
      );
    }
    await page.screenshot({ path: `docs/pictures/${file}.png` });
    await page.close();
  }
} finally {
  await browser.close();
  await stop();
}
