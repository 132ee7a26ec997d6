import { limits } from '../catalog/limits.js';
import { refuse } from '../catalog/violations.js';
import type { RequestRule, SentRoster } from './rule.js';

// A text that is no number is refused by 4.2.1; here it leaves nothing to multiply.
const numberSent = (texts: readonly string[] | undefined, otherwise: number): number => {
  const text = texts?.[0];
  if (text === undefined) return otherwise;
  return /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
};

/** 4.2.2: how far into a roster a page may begin. */
export const pageOffset: RequestRule<SentRoster> = {
  id: '4.2.2',
  says: `At most ${limits.pageOffsetMax} rows lie before a page.`,
  looksAt: 'request',
  check: ({ query }) => {
    const page = numberSent(query.page, 1);
    const perPage = numberSent(query.perPage, limits.perPageDefault);
    const offset = (page - 1) * perPage;
    if (!(offset > limits.pageOffsetMax)) return [];
    const last = Math.floor(limits.pageOffsetMax / perPage) + 1;
    const detail = `page ${page} of ${perPage} rows each begins after ${offset} rows; at most ${limits.pageOffsetMax} are allowed, so send page ${last} or lower.`;
    return [refuse('pageOffsetTooLarge', { parameter: 'page' }, detail)];
  },
};
