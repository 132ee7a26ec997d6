import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where a Chromium may be; `CHROMIUM` names another place. */
const places = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine, `null` without one. */
export const browserPath = places.find((place) => place !== '' && existsSync(place)) ?? null;

/** Stands in the name of a test that is skipped. */
export const whySkipped =
  browserPath === null
    ? ' (skipped: no browser; apt-get install chromium, or name one by the variable CHROMIUM)'
    : '';

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --renderer-process-limit=1';

/** No request leaves the machine; to stop each by itself would switch the browser's cache off. */
const ownMachine = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** How long to wait for what must come, in milliseconds. */
const timeout = 300_000;

/** Starts the browser. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? '',
    args: [...flags.split(' '), ownMachine],
    timeout,
  });

/** How a page is looked at. */
export interface Sight {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** A page, and what is wrong with it so far. */
export interface Look {
  readonly page: Page;
  /** Errors on the console, answers that say there is nothing, requests that leave the host. */
  readonly complaints: readonly string[];
}

const contexts = new WeakMap<Browser, Map<number | undefined, Promise<BrowserContext>>>();

/** Pages of one time share a context and its process: each of their own costs a second of the processor. */
const contextAt = (browser: Browser, at: number | undefined): Promise<BrowserContext> => {
  const known = contexts.get(browser) ?? new Map<number | undefined, Promise<BrowserContext>>();
  contexts.set(browser, known);
  const open = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
    context.setDefaultTimeout(timeout);
    if (at !== undefined) await context.clock.install({ time: at });
    context.on('close', () => known.delete(at));
    return context;
  };
  const context = known.get(at) ?? open();
  known.set(at, context);
  return context;
};

/**
 * Opens a page; requests that leave its host are complaints. `at` is the time of the page when it is opened, in
 * milliseconds since 1970; that of the machine when left out.
 */
export const look = async (
  browser: Browser,
  address: string,
  { width = 1280, scheme = 'light' }: Sight = {},
  at?: number,
  alsoAllowed = '',
): Promise<Look> => {
  const complaints: string[] = [];
  const page = await (await contextAt(browser, at)).newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  const { origin } = new URL(address);
  page.on('request', (request) => {
    const url = request.url();
    const isAllowed =
      url.startsWith(`${origin === 'null' ? 'file:' : origin}/`) ||
      (alsoAllowed !== '' && url.startsWith(`${alsoAllowed}/`)) ||
      /^(data|blob|about):/.test(url);
    if (!isAllowed) complaints.push(`asks another host: ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`throws: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(address, { waitUntil: 'load' });
  return { page, complaints };
};

/** Looks at an open page in another way; waits until it is drawn. */
export const see = async (page: Page, { width, scheme }: Required<Sight>): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
};

/** By how many pixels a page is wider than the window: what a reader would have to scroll sideways. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** How light the middle of a page is behind its text: 0 is black, 255 is white. */
export const lightnessOf = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    for (let at = document.elementFromPoint(innerWidth / 2, 450); at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      if (alpha > 127) return (red + green + blue) / 3;
    }
    return matchMedia('(prefers-color-scheme: dark)').matches &&
      getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 0 : 255;
  })()`);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Files of a folder, and texts by path, at an address of their own. */
export interface Site {
  readonly address: string;
  readonly close: () => void;
}

/** Serves a folder, with some pages that are no files. */
export const serveFolder = async (
  folder: string,
  texts: Readonly<Record<string, string | Buffer>> = {},
): Promise<Site> => {
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const file = join(folder, path);
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
    if (text === undefined && !(existsSync(file) && statSync(file).isFile())) {
      outgoing.writeHead(404).end();
      return;
    }
    const type = types[extname(path)] ?? 'application/octet-stream';
    outgoing.writeHead(200, { 'Content-Type': type }).end(text ?? readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
