import { jsonApi } from './media-types.js';

/** Any page may call: keys travel in a header of their own, never in cookies. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, RateLimit, RateLimit-Policy',
};

/** The headers of every answer with a body. */
export const answerHeaders = {
  ...crossOrigin,
  'Content-Type': jsonApi,
  'Cache-Control': 'private, no-store',
  // A browser must not take a body for what it is not.
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

/** The headers of the answer to a browser that asks whether it may send a request. */
export const preflightHeaders = (methods: string): Readonly<Record<string, string>> => ({
  ...crossOrigin,
  Allow: methods,
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'X-API-KEY, Accept, Content-Type',
  'Access-Control-Max-Age': '7200',
});
