import { eachReference } from '../facts/references.js';
import type { Facts } from '../model/facts.js';
import { IndexError } from '../model/index-error.js';
import { show } from '../model/show.js';

/**
 * The organization that all facts belong to; `null` when none names one. Throws when there are several:
 * figures over the facts of two organizations would add up what no caller may see together.
 */
export const organizationOf = (facts: Facts): string | null => {
  let found: string | null = facts.organization[0]?.id ?? null;
  const compare = (id: string | null, kind: string, index: number): void => {
    if (found === null && id !== null) found = id;
    if (id === found) return;
    const other = id === null ? 'to no organization' : `to ${id}`;
    throw new IndexError(
      'severalOrganizations',
      `${kind} ${index} belongs ${other}, facts before it to ${show(found)}: give the facts of one organization, as splitByOrganization has them.`,
    );
  };
  for (const [index, { id }] of facts.organization.entries()) compare(id, 'organization', index);
  eachReference(facts, 'organization', compare);
  return found;
};
