import { readAsset } from '../../installed.js';
import { explorerPlaces } from './explorer-places.js';
import { frontHtml, frontJson } from './front-page.js';
import type { Place } from './page.js';

/** The browser keeps these pages from connecting to another host. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const html = {
  type: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': policy },
};

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
      { ...html, text: () => frontHtml(places) },
    ],
  },
  ...explorerPlaces,
  '/docs': {
    link: { rel: 'help', says: 'the HTTP reference, with a form to send requests' },
    pages: [
      {
        ...html,
        text: async () => {
          const { referencePage } = await import('@tallyboard/openapi');
          return referencePage({
            document: await readAsset('@tallyboard/openapi/openapi.json'),
            script: 'docs/api-reference.js',
          });
        },
      },
    ],
  },
  '/docs/api-reference.js': {
    pages: [
      {
        type: 'text/javascript; charset=utf-8',
        text: () => readAsset('@tallyboard/openapi/page/api-reference.js'),
      },
    ],
  },
  '/openapi.json': {
    link: { rel: 'describedby', says: 'the same reference as an OpenAPI 3.1 document' },
    pages: [
      { type: 'application/json', text: () => readAsset('@tallyboard/openapi/openapi.json') },
    ],
  },
  '/favicon.ico': icon,
  '/favicon.svg': icon,
};
