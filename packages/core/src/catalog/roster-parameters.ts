import { rosterRoles } from '../model/role.js';
import { rosterOrders, rosterSorts, rosterStatuses } from '../model/roster.js';
import { limits } from './limits.js';

/** How the text of one roster parameter is read. */
export type ParameterRow =
  | { readonly kind: 'word' | 'words'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text' };

/** The query parameters of 4.2. Only `words` may be repeated, with or without brackets. */
export const rosterParameters = {
  from: { kind: 'text' },
  to: { kind: 'text' },
  status: { kind: 'words', values: rosterStatuses },
  userType: { kind: 'words', values: rosterRoles },
  q: { kind: 'text' },
  sort: { kind: 'word', values: rosterSorts },
  order: { kind: 'word', values: rosterOrders },
  page: { kind: 'number', min: 1, max: Number.POSITIVE_INFINITY },
  perPage: { kind: 'number', min: 1, max: limits.perPageMax },
} as const satisfies Record<string, ParameterRow>;

/** The name of a roster parameter, without brackets. */
export type RosterParameter = keyof typeof rosterParameters;
