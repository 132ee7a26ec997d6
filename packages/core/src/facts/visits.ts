import { errorAt, type FactCheck } from './fact-fault.js';

const reason = 'exactly one of userId and visitorId';

/** A visit is by a user or by a visitor who was not signed in: by one of them, never by both. */
export const visitsOfOne: FactCheck = ({ facts }) =>
  facts.visit.flatMap(({ userId, visitorId }, index) => {
    if ((userId === null) !== (visitorId === null)) return [];
    return [errorAt('visit', index, userId === null ? 'userId' : 'visitorId', visitorId, reason)];
  });
