import { type Mutant, mutantOf, onRequest } from './mutant.test-kit.js';

/** Takes a parameter away before the service sees it: what a service does that ignores it. */
export const ignoring = (
  rule: string,
  operator: string,
  names: readonly string[],
  isMeant: (query: URLSearchParams) => boolean = () => true,
): Mutant =>
  mutantOf(rule, operator, {
    handler: onRequest((call) => {
      if (call.endpoint !== 'roster' || !isMeant(call.url.searchParams)) return null;
      const url = new URL(call.url);
      for (const name of names) url.searchParams.delete(name);
      return { ...call, url };
    }),
  });

/** Changes the parameters of roster requests before the service sees them. */
export const replacing = (
  rule: string,
  operator: string,
  by: (query: URLSearchParams) => void,
): Mutant =>
  mutantOf(rule, operator, {
    handler: onRequest((call) => {
      if (call.endpoint !== 'roster') return null;
      const url = new URL(call.url);
      by(url.searchParams);
      return { ...call, url };
    }),
  });

/** Answers as it answered first what differs in some parameters alone: what a cache does whose key lacks them. */
export const keptWithout = (rule: string, operator: string, names: readonly string[]): Mutant =>
  mutantOf(rule, operator, {
    handler: (inner) => {
      const known = new Map<string, URL>();
      return onRequest((call) => {
        if (call.endpoint !== 'roster') return null;
        const key = new URL(call.url);
        for (const name of names) key.searchParams.delete(name);
        const url = known.get(key.href) ?? call.url;
        known.set(key.href, url);
        return { ...call, url };
      })(inner);
    },
  });

/** The rule of each sort column, and another column. */
export const sorted: readonly (readonly [string, string, string])[] = [
  ['4.2-T5a', 'name', 'id'],
  ['4.2-T5b', 'email', 'signupDate'],
  ['4.2-T5c', 'userType', 'name'],
  ['4.2-T5d', 'signupDate', 'name'],
  ['4.2-T5e', 'lastActivityDate', 'name'],
  ['4.2-T5f', 'boards', 'name'],
  ['4.2-T5g', 'posts', 'name'],
  ['4.2-T5h', 'comments', 'name'],
  ['4.2-T5i', 'reactions', 'name'],
];

/** Turns the order round. */
export const reversedOrder = (query: URLSearchParams): void =>
  query.set('order', query.get('order') === 'desc' ? 'asc' : 'desc');
