import { type Asset, readAsset } from '../../installed.js';
import { frontHtml, frontJson } from './front-page.js';
import type { Page, Place } from './page.js';

/** A page that the browser keeps from connecting to another host. */
const html = (text: Page['text'], ...policy: readonly string[]): Page => ({
  type: 'text/html; charset=utf-8',
  text,
  headers: {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...policy,
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
  },
});
const looks = ["style-src 'unsafe-inline'", "img-src 'self' data:", "font-src 'self' data:"];
const explorerParts = [
  "style-src 'self'",
  'img-src data: blob:',
  'worker-src blob:',
  "form-action 'none'",
];

/** The explorer as this service's own: it asks no address, and its files are one level below. */
const ownExplorer = async (): Promise<string> =>
  (await readAsset('@tallyboard/explorer/page/index.html'))
    .replace('<html ', '<html data-service="own" ')
    .replaceAll('"./', '"./explore/');

const reference = async (): Promise<string> => {
  const { referencePage } = await import('@tallyboard/openapi');
  const document = await readAsset('@tallyboard/openapi/openapi.json');
  return referencePage({ document, script: 'docs/api-reference.js' });
};

const file = (type: string, asset: Asset): Place => ({
  pages: [{ type, text: () => readAsset(asset) }],
});
const script = 'text/javascript; charset=utf-8';

const icon: Place = {
  pages: [
    { type: 'image/svg+xml', text: async () => (await import('@tallyboard/openapi')).favicon },
  ],
};

/**
 * Every page beside the API, by its path. To add one, add a row: `link` makes `GET /` name it.
 */
export const places: Readonly<Record<string, Place>> = {
  '/': {
    pages: [
      { type: 'application/json', text: () => frontJson(places) },
      html(() => frontHtml(places), ...looks),
    ],
  },
  '/explore': {
    link: { rel: 'explore', says: 'the explorer: an organization in charts, for people' },
    pages: [html(ownExplorer, ...explorerParts)],
  },
  '/explore/explorer.css': file(
    'text/css; charset=utf-8',
    '@tallyboard/explorer/page/explorer.css',
  ),
  '/explore/explorer.js': file(script, '@tallyboard/explorer/page/explorer.js'),
  '/explore/explorer-core.js': file(script, '@tallyboard/explorer/page/explorer-core.js'),
  '/docs': {
    link: { rel: 'help', says: 'the HTTP reference, with a form to send requests' },
    pages: [html(reference, ...looks)],
  },
  '/docs/api-reference.js': file(script, '@tallyboard/openapi/page/api-reference.js'),
  '/openapi.json': {
    link: { rel: 'describedby', says: 'the same reference as an OpenAPI 3.1 document' },
    ...file('application/json', '@tallyboard/openapi/openapi.json'),
  },
  '/favicon.ico': icon,
  '/favicon.svg': icon,
};
