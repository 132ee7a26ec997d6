import type { Organization } from '@tallyboard/core';

/** Whether two say the same of an organization; ports may give a new object every time. */
export const isSame = (a: Organization, b: Organization): boolean =>
  a.id === b.id &&
  a.type === b.type &&
  a.createdOn === b.createdOn &&
  a.billingTerms.length === b.billingTerms.length &&
  a.billingTerms.every((term, at) => {
    const { startsOn, endsOn, status } = b.billingTerms[at]!;
    return term.startsOn === startsOn && term.endsOn === endsOn && term.status === status;
  });
