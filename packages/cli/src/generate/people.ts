import type { Day, UserFact } from '@tallyboard/core/vocabulary';
import type { Chance } from './chance.js';
import { newId } from './ids.js';
import { bios, familyNames, givenNames } from './words/names.js';

/** What is settled about a person before chance decides the rest. */
export interface PersonPlan {
  /** A number of its own within the sample, so that no two have the same username. */
  readonly number: number;
  readonly signupDate: Day;
  readonly enrolled: boolean;
}

// An own list of letters, since normalization does not take the stroke from an ø.
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** A name as the first part of an e-mail address. */
export const emailName = (given: string, family: string): string =>
  `${plain(given)}.${plain(family)}`;

const displayNameOf = (chance: Chance, given: string, name: string): string | null => {
  const lot = chance.fraction();
  if (lot < 0.06) return null;
  // Left blank by their owner: the username is shown in their place.
  if (lot < 0.09) return '  ';
  return lot < 0.3 ? given : name;
};

/** A made-up person. */
export const personOf = (chance: Chance, plan: PersonPlan): UserFact => {
  const id = newId(chance);
  const given = chance.pick(givenNames);
  const family = chance.pick(familyNames);
  const name = `${given} ${family}`;
  const username = `${emailName(given, family)}${plan.number}`;
  return {
    id,
    name: chance.hits(0.97) ? name : null,
    username: chance.hits(0.98) ? username : null,
    email: chance.hits(0.93) ? `${username}@people.example` : null,
    displayName: displayNameOf(chance, given, name),
    avatar: chance.hits(0.4) ? `https://avatars.example/${id}.png` : null,
    bio: chance.hits(0.1) ? chance.pick(bios) : null,
    signupDate: plan.signupDate,
    enrolled: plan.enrolled,
  };
};
