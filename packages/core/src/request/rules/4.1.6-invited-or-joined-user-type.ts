import { memberStatusCatalog, memberStatuses } from '../../api/metrics.js';
import { roles } from '../../api/organizations.js';
import { listWords } from '../../messages.js';
import type { MetricsRequest } from '../read.js';
import { isAllMembers, listOf } from '../resolve.js';
import { inEntry, type Refusals, refuse } from './rule.js';

const needingUserType: readonly string[] = memberStatuses.filter(
  (status) => memberStatusCatalog[status].needsUserType,
);

/** 4.1.6: invitations and joiners are counted by role only. */
export function* invitedOrJoinedNeedsUserType({ entries }: MetricsRequest): Refusals {
  for (const { index, metric, sent, resolved } of entries) {
    if (resolved.status === undefined || !isAllMembers(resolved)) continue;
    const statuses = listOf(resolved.status).filter((word) => needingUserType.includes(word));
    if (statuses.length === 0) continue;
    const place = sent.userType === undefined ? inEntry(index) : inEntry(index, 'userType');
    const detail = `${metric.name} with status ${listWords(statuses)} has no form for all members; send a userType of ${listWords(roles)}, or a list of them.`;
    yield refuse('statusNeedsUserType', place, detail);
  }
}
