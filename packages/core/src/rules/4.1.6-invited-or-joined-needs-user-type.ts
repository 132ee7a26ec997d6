import { memberStatusCatalog } from '../catalog/member-statuses.js';
import { refuse } from '../catalog/violations.js';
import { memberStatuses } from '../model/metric.js';
import { roles } from '../model/role.js';
import { listWords } from '../model/show.js';
import type { EntryRule } from './rule.js';

const needingUserType: readonly string[] = memberStatuses.filter(
  (status) => memberStatusCatalog[status].needsUserType,
);

/** 4.1.6: invitations and joiners are counted by role only. */
export const invitedOrJoinedNeedsUserType: EntryRule = {
  id: '4.1.6',
  says: 'memberCount with status invited or joined needs a userType that names roles.',
  looksAt: 'entry',
  check: ({ name, resolved: { status, userType }, sentProperties }, { pointer }) => {
    if (status === undefined || userType?.length !== 1 || userType[0] !== 'all') return [];
    const words = typeof status === 'string' ? [status] : status;
    const statuses = words.filter((word) => needingUserType.includes(word));
    if (statuses.length === 0) return [];
    const detail = `${name} with status ${listWords(statuses)} has no form for all members; send a userType of ${listWords(roles)}, or a list of them.`;
    const sent = sentProperties.includes('userType') ? '/userType' : '';
    return [refuse('statusNeedsUserType', { pointer: `${pointer}${sent}` }, detail)];
  },
};
