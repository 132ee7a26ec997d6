import { type Asset, readAsset } from '../../installed.js';
import type { Place } from './page.js';

/** The page has no inline script and no inline style, and asks only the service that it comes from. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data: blob:',
  "connect-src 'self'",
  'worker-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page as this service's own: it asks no address, and its files are one level below. */
const ownPage = async (): Promise<string> =>
  (await readAsset('@tallyboard/explorer/page/index.html'))
    .replace('<html ', '<html data-service="own" ')
    .replaceAll('"./', '"./explore/');

const file = (type: string, asset: Asset): Place => ({
  pages: [{ type, text: () => readAsset(asset) }],
});
const script = 'text/javascript; charset=utf-8';

/** The explorer and its files. */
export const explorerPlaces: Readonly<Record<string, Place>> = {
  '/explore': {
    link: { rel: 'explore', says: 'the explorer: an organization in charts, for people' },
    pages: [
      {
        type: 'text/html; charset=utf-8',
        text: ownPage,
        headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
      },
    ],
  },
  '/explore/explorer.css': file(
    'text/css; charset=utf-8',
    '@tallyboard/explorer/page/explorer.css',
  ),
  '/explore/explorer.js': file(script, '@tallyboard/explorer/page/explorer.js'),
  '/explore/explorer-core.js': file(script, '@tallyboard/explorer/page/explorer-core.js'),
};
