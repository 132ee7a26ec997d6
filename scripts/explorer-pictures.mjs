// Makes the pictures of docs/explorer.md and docs/front.md anew: docs/pictures/explorer*.png, with the browser that the tests use.
//   npm run pictures

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { run, startService } from './dist/programs.js';

const now = '2026-11-22T12:00:00.000Z';
const shape = `--seed pictures --org-type school --members 2000 --months 36 --events 90000 --now ${now}`;

/**
 * A picture: its file, the part of the page's address after `#`, the window, and what is at its top.
 *
 * @type {readonly { file: string, view?: string, width?: number, height?: number, scheme?: 'dark', top?: string }[]}
 */
const pictures = [
  { file: 'explorer' },
  { file: 'explorer-dark', scheme: 'dark' },
  {
    ...{ file: 'explorer-by-role-dark', view: '&by=owner,admin,teacher,student,guest' },
    ...{ height: 860, scheme: 'dark', top: '[data-chart]' },
  },
  {
    ...{ file: 'explorer-roster', view: '&sort=posts&order=desc' },
    ...{ width: 1280, height: 560, top: '#roster' },
  },
  { file: 'explorer-phone', width: 390, height: 844 },
];

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pictures-'));
const tallyboard = 'packages/cli/bin/tallyboard.mjs';
run('.', `node ${tallyboard} generate ${shape} --out ${folder}`);
const { org, key } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')).main;
const serve = `serve --facts ${join(folder, 'facts')} --now ${now} --port 0 --log-level silent`;
const { address, stop } = await startService([tallyboard, ...serve.split(' ')]);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const { file, view = '', width = 1100, height = 760, scheme, top } of pictures) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme: scheme ?? 'light',
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
  rmSync(folder, { recursive: true });
}
