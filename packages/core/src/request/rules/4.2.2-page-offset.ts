import { limits } from '../../api/limits.js';
import type { RosterRequest } from '../read.js';
import { type Refusals, refuse } from './rule.js';

/** `NaN` for a text that is no number: 4.2.1 refuses it, and here it leaves nothing to compare. */
const numberOf = (text: string): number => (/^[0-9]+$/.test(text) ? Number(text) : Number.NaN);

/** 4.2.2: how far into a roster a page may begin. */
export function* pageOffset({ query }: RosterRequest): Refusals {
  const page = numberOf(query.get('page')?.[0] ?? '1');
  const perPage = numberOf(query.get('perPage')?.[0] ?? `${limits.perPageDefault}`);
  const offset = (page - 1) * perPage;
  if (!(offset > limits.pageOffsetMax)) return;
  const last = Math.floor(limits.pageOffsetMax / perPage) + 1;
  const detail = `page ${page} of ${perPage} rows each begins after ${offset} rows; at most ${limits.pageOffsetMax} are allowed, so send page ${last} or lower.`;
  yield refuse('pageOffsetTooLarge', { parameter: 'page' }, detail);
}
