import { memberStatusCatalog } from '../catalog/member-statuses.js';
import { refuse } from '../catalog/violations.js';
import type { MemberStatus, OneOrMany } from '../model/metric.js';
import { roles } from '../model/role.js';
import { listWords } from '../model/show.js';
import type { EntryRule } from './rule.js';

const needingUserType = (status: OneOrMany<string>): readonly string[] =>
  (typeof status === 'string' ? [status] : status).filter(
    (word) =>
      Object.hasOwn(memberStatusCatalog, word) &&
      memberStatusCatalog[word as MemberStatus].needsUserType,
  );

/** 4.1.6: invitations and joiners are counted by role only. */
export const invitedOrJoinedNeedsUserType: EntryRule = {
  id: '4.1.6',
  says: 'memberCount with status invited or joined needs a userType that names roles.',
  looksAt: 'entry',
  check: ({ name, resolved: { status, userType }, sentProperties }, { pointer }) => {
    if (status === undefined || userType?.length !== 1 || userType[0] !== 'all') return [];
    const statuses = needingUserType(status);
    if (statuses.length === 0) return [];
    const detail = `${name} with status ${listWords(statuses)} has no form for all members; send a userType of ${listWords(roles)}, or a list of them.`;
    const sent = sentProperties.includes('userType') ? '/userType' : '';
    return [refuse('statusNeedsUserType', { pointer: `${pointer}${sent}` }, detail)];
  },
};
