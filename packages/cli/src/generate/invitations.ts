import type { Instant, Role } from '@tallyboard/core/vocabulary';
import { dayMs } from './calendar.js';
import { skewed } from './chance.js';
import { newId } from './ids.js';
import { emailName } from './people.js';
import type { Setting } from './setting.js';
import { drawWord } from './weighted-draw.js';
import { familyNames, givenNames } from './words/names.js';

const shareOfMembers = 0.05;
const countMin = 6;

/** Adds invitations, most of them answered or withdrawn by now, the latest still open. */
export const addInvitations = (setting: Setting, membersCount: number): void => {
  const { id: organizationId, createdAt, now, calendar, shape, emit } = setting;
  const chance = setting.chance('invitations');
  const count = Math.max(countMin, Math.round(membersCount * shareOfMembers));
  const shares = Object.entries(shape.roles).map(([role, { share }]) => [role, share]);
  const drawRole = drawWord(Object.fromEntries(shares) as Record<Role, number>);
  for (let number = 0; number < count; number += 1) {
    const invitedAt = calendar.draw(chance, createdAt, now);
    const closedAt = Math.floor(invitedAt + skewed(chance, 12 * dayMs)) as Instant;
    // The first is always open and the second never, so that even the smallest sample has both.
    const open = number === 0 || (number > 1 && (closedAt > now || chance.hits(0.25)));
    emit('invitation', {
      id: newId(chance),
      organizationId,
      role: drawRole(chance),
      email: `${emailName(chance.pick(givenNames), chance.pick(familyNames))}@invited.example`,
      invitedAt,
      closedAt: open ? null : (Math.min(closedAt, now) as Instant),
    });
  }
};
