/** Every role of every organization type (2.2). */
export const roles = [
  'owner',
  'admin',
  'maker',
  'teacher',
  'student',
  'contributor',
  'guest',
] as const;

/** A member's role in an organization (2.2). */
export type Role = (typeof roles)[number];

/** What `userType` may name: a role, every member (`all`), or visitors not signed in (`anonymous`). */
export type UserType = Role | 'all' | 'anonymous';

/** The roles as the roster reports them: owners are shown, and asked for, as `admin` (2.8, 4.2). */
export const rosterRoles = roles.filter((role): role is RosterRole => role !== 'owner');

/** A role as the roster reports it. */
export type RosterRole = Exclude<Role, 'owner'>;

/** The role as the roster reports it: an owner is an admin (2.8). */
export const shownRole = (role: Role): RosterRole => (role === 'owner' ? 'admin' : role);
