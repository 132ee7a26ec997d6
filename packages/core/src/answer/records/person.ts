import type { UserFact } from '../../model/facts.js';
import { shownName } from '../../model/shown-name.js';

/** A user as boards and posts show their makers (2.9). */
export interface Person {
  /** Empty when there is none, like the others. */
  readonly username: string;
  /** The name that others see. */
  readonly shortName: string;
  /** The full name; the name that others see where there is none. */
  readonly fullName: string;
  /** Address of the picture. */
  readonly avatarUrl: string;
}

/** The four texts of 2.9; what the user left out is an empty text. */
export const personOf = (user: UserFact | undefined): Person => ({
  username: user?.username ?? '',
  shortName: user === undefined ? '' : shownName(user),
  fullName: user === undefined ? '' : user.name?.trim() ? user.name : shownName(user),
  avatarUrl: user?.avatar ?? '',
});
