import { byCodeUnits } from '../model/by-code-units.js';
import type { Facts } from '../model/facts.js';
import { noPerson } from './columns.js';

/** The codes of everybody whom the facts of one organization mention. */
export interface People {
  /** User ids of current members, ascending; their codes are their positions. */
  readonly memberIds: readonly string[];
  /** Ids of the other known users, ascending; their codes follow. */
  readonly otherIds: readonly string[];
  readonly knownUsers: number;
  readonly count: number;
  /** `noPerson` for `null`. */
  readonly codeOfUser: (id: string | null) => number;
  readonly codeOfVisitor: (id: string | null) => number;
}

/** Gives codes: current members first, then other known users, then visitors not signed in. */
export const peopleOf = (facts: Facts): People => {
  const memberIds = facts.member
    .filter(({ leftAt }) => leftAt === null)
    .map(({ userId }) => userId)
    .sort(byCodeUnits);
  const users = new Map(memberIds.map((id, code) => [id, code]));
  const otherIds = facts.user
    .map(({ id }) => id)
    .filter((id) => !users.has(id))
    .sort(byCodeUnits);
  for (const id of otherIds) users.set(id, users.size);
  const visitors = new Map<string, number>();
  for (const { visitorId } of facts.visit) {
    if (visitorId !== null && !visitors.has(visitorId)) {
      visitors.set(visitorId, users.size + visitors.size);
    }
  }
  return {
    memberIds,
    otherIds,
    knownUsers: users.size,
    count: users.size + visitors.size,
    codeOfUser: (id) => (id === null ? noPerson : (users.get(id) ?? noPerson)),
    codeOfVisitor: (id) => (id === null ? noPerson : (visitors.get(id) ?? noPerson)),
  };
};
