import { type ApiKeyFact, dayOf, type UserFact } from '@tallyboard/core/vocabulary';
import { Digits } from './digits.js';
import { type Calendar, dayNear, momentNear } from './moments.js';
import type { Stage } from './stage.js';
import { displayNames, emails, idOf, usernames } from './words.js';

/** A person with some of their names missing, blank or oddly spelled (2.8, 2.10). */
export const readUser = (code: number, place: number, calendar: Calendar): UserFact => {
  const digits = new Digits(code);
  return {
    id: idOf('user', place),
    displayName: digits.oneOf(displayNames),
    username: digits.oneOf(usernames),
    email: digits.oneOf(emails),
    signupDate: digits.oneOf([dayOf(2020, 2, 29), dayNear(digits, calendar)]),
    enrolled: !digits.onceIn(3),
    name: digits.oneOf(['Ada Lovelace', null, '']),
    avatar: digits.oneOf([null, 'https://example.org/avatar.png']),
    bio: digits.oneOf([null, 'Likes boards.']),
  };
};

/** A key of some user; the text that it stands for does not exist (5.1). */
export const readApiKey = (code: number, place: number, stage: Stage): ApiKeyFact => {
  const digits = new Digits(code);
  return {
    keySha256: place.toString(16).padStart(64, '5ca1ab1e'),
    userId: digits.referTo(stage.users).id,
    revokedAt: digits.onceIn(3) ? momentNear(digits, stage.calendar) : null,
  };
};
