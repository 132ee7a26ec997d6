import { type DateRange, dayOfInstant } from '@tallyboard/core/vocabulary';
import { readOnce } from '../src/model/read-once.js';
import { authorsWithin, contentNames } from './content.js';
import {
  type Asked,
  asksForAll,
  currentMembers,
  isWithin,
  membersOfSlice,
  type OracleWorld,
} from './world.js';

/** Status joined and all: who of the current members had come by the range's last day (2.6.2). */
const joined = ({ world, userTypes, range }: Asked): number =>
  membersOfSlice(world, userTypes).filter((member) => dayOfInstant(member.joinedAt) <= range.to)
    .length;

/** Who made something in a range, worked out once for all slices and statuses. */
const authorsOf = readOnce((world: OracleWorld) => {
  const known = new Map<string, ReadonlySet<string | null>>();
  return (range: DateRange): ReadonlySet<string | null> => {
    const key = `${range.from} ${range.to}`;
    const authors =
      known.get(key) ?? new Set(contentNames.flatMap((kind) => authorsWithin(world, kind, range)));
    known.set(key, authors);
    return authors;
  };
});

/** Status active: current members who made something in the range, whenever they joined (2.6.3). */
const active = ({ world, userTypes, range }: Asked): number => {
  const authors = authorsOf(world)(range);
  return membersOfSlice(world, userTypes).filter(({ userId }) => authors.has(userId)).length;
};

/** Status inactive: the current roster, joined or yet to join, less the active (2.6.4). */
const inactive = (asked: Asked): number =>
  membersOfSlice(asked.world, asked.userTypes).length - active(asked);

/** Status invited: invitations that are open now, whatever the range (2.6.5). */
const invited = ({ world, userTypes }: Asked): number =>
  world.facts.invitation.filter(
    (invitation) =>
      invitation.organizationId === world.organizationId &&
      invitation.closedAt === null &&
      (asksForAll(userTypes) || userTypes.includes(invitation.role)),
  ).length;

const statuses: Readonly<Record<string, (asked: Asked) => number>> = {
  active,
  inactive,
  invited,
  joined,
  all: joined,
};

/** memberCount of one status (2.4, 2.6.2 to 2.6.5). */
export const memberCount = (asked: Asked): number => {
  const count = statuses[asked.value];
  if (count === undefined) throw new RangeError(`memberCount has no status ${asked.value}`);
  return count(asked);
};

/** newMemberCount: who of the current members came in these days (2.4). */
export const newMemberCount = ({ world, range }: Asked): number =>
  currentMembers(world).filter((member) => isWithin(range, member.joinedAt)).length;
