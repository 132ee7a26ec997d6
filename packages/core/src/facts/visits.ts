import { checkOf, type FactCheck } from './fact-fault.js';

const reason = 'exactly one of userId and visitorId';

/** A visit is by a user or by a visitor who was not signed in: by one of them, never by both. */
export const visitsOfOne: FactCheck = checkOf(
  'visit',
  () =>
    ({ userId, visitorId }) =>
      (userId === null) !== (visitorId === null)
        ? null
        : { field: userId === null ? 'userId' : 'visitorId', value: visitorId, reason },
);
