import { show } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { inEntry, type Refusals, refuse } from './rule.js';

/** 4.1.7: `all` already includes every role. */
export function* allStandsAlone({ entries }: MetricsRequest): Refusals {
  for (const { index, resolved } of entries) {
    const { userType = [] } = resolved;
    if (userType.length < 2 || !userType.includes('all')) continue;
    const detail = `userType ${show(userType)} mixes all with other values; send "all" alone, or only the others.`;
    yield refuse('allMixedWithRoles', inEntry(index, 'userType'), detail);
  }
}
