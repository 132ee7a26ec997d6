import { roles } from '@tallyboard/core/vocabulary';

/** People by what they are: a set of roles, anonymous visitors and all others, as bits. */
export type Group = number;

const words: readonly string[] = [...roles, 'anonymous'];

/** Members of every role. */
export const members: Group = (1 << roles.length) - 1;
/** Members, anonymous visitors, and others who are neither, such as former members. */
export const everyone: Group = (1 << (words.length + 1)) - 1;

/** The people of roles as metrics have them (2.2). */
export const groupOf = (given: readonly unknown[]): Group =>
  given.reduce<Group>((all, word) => {
    const at = words.indexOf(String(word));
    return at < 0 ? all : all | (1 << at);
  }, 0);

/** The people of roles as the roster has them: owners are admins there (2.8). */
export const rosterGroupOf = (given: readonly unknown[]): Group =>
  groupOf(given.includes('admin') ? [...given, 'owner'] : given);

/** The first group is part of the second. */
export const isWithin = (one: Group, other: Group): boolean => (one & ~other) === 0;

/** A group as people read it; everyone needs no word. */
export const groupText = (group: Group): string =>
  group === everyone || group === members
    ? ''
    : ` of ${words.filter((_, at) => group & (1 << at)).join('+')}`;
