import type { Clause } from './rule.js';

/**
 * 4.2.3 permits: no check looks at the organization's type, so a role that it cannot have simply
 * matches no member.
 */
export const anyRoleAccepted: Clause = {
  id: '4.2.3',
  says: 'Every role may be asked of every organization; one that it cannot have yields no rows.',
};
