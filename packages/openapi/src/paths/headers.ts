import { text, wholeNumber } from '../schema.js';
import type { Header } from './openapi.js';

/** Headers of answers, by the name under which the document keeps them. */
export const headers: Readonly<Record<string, Header>> = {
  RetryAfter: {
    description: 'Seconds to wait before the same request is worth repeating.',
    required: true,
    schema: wholeNumber('Whole seconds.', { minimum: 1 }),
  },
  RateLimitPolicy: {
    description:
      'The allowance: its name, requests (`q`) and window in seconds (`w`), as a structured field. Left out where the service has no limit.',
    schema: text('Such as `"metrics";q=60;w=3600`.', {
      pattern: '^"[a-z]+";q=\\d+;w=\\d+$',
      examples: ['"metrics";q=60;w=3600'],
    }),
  },
  RateLimit: {
    description:
      'What is left of the allowance (`r`) and the seconds until a request is given back (`t`).',
    schema: text('Such as `"metrics";r=59;t=3600`.', {
      pattern: '^"[a-z]+";r=\\d+;t=\\d+$',
      examples: ['"metrics";r=59;t=3600'],
    }),
  },
  CacheControl: {
    description: 'Answers belong to one key and are out of date soon: nobody keeps them.',
    required: true,
    schema: { type: 'string', const: 'private, no-store' },
  },
};

/** A header that the document keeps. */
export const headerRef = (name: string): { readonly $ref: string } => ({
  $ref: `#/components/headers/${name}`,
});
