import type { Instant, OrganizationType } from '@tallyboard/core/vocabulary';
import { addBilling, type BillingPlan } from './billing.js';
import { addBoards, type BoardSummary } from './boards.js';
import { chanceFor } from './chance.js';
import { splitEvents } from './event-split.js';
import { newOrganizationId } from './ids.js';
import { addInvitations } from './invitations.js';
import { addMembers, addOutsiders, type Members } from './members.js';
import { addScans } from './scans.js';
import { type Emit, type Setting, settingOf } from './setting.js';
import { organizationNames } from './words/names.js';

/** One organization to generate. */
export interface OrganizationPlan {
  readonly seed: string;
  /** Distinguishes the organizations of a sample. */
  readonly name: string;
  readonly type: OrganizationType;
  readonly createdAt: Instant;
  readonly now: Instant;
  readonly membersCount: number;
  readonly eventsCount: number;
  /** The owner's id when the owner is known as a user already. */
  readonly ownerId: string | null;
  readonly enrolled: boolean;
  readonly billing: BillingPlan;
  readonly nextNumber: () => number;
  readonly emit: Emit;
}

/** What the rest of a sample needs to know of a generated organization. */
export interface GeneratedOrganization {
  readonly setting: Setting;
  readonly title: string;
  readonly ownerId: string;
  readonly members: Members;
  /** Boards that show all that boards can hold, and are small enough to read. */
  readonly showBoardIds: readonly string[];
}

const showBoardsMax = 3;
const showPostsMax = 80;
const outsidersPerMember = 0.01;
const outsidersMin = 3;

const isShow = (board: BoardSummary): boolean =>
  board.sectionsCount > 0 &&
  board.hasCustomFields &&
  board.commentsCount > 0 &&
  board.postsCount > 2 &&
  board.postsCount <= showPostsMax;

/** The first boards that show all; should there be none, the last, which is the busiest. */
const showBoards = () => {
  const shown: string[] = [];
  let last = '';
  return {
    onBoard: (board: BoardSummary): void => {
      last = board.id;
      if (shown.length < showBoardsMax && isShow(board)) shown.push(board.id);
    },
    ids: () => (shown.length === 0 ? [last] : shown),
  };
};

/** Generates an organization and everything in it, fact by fact. */
export const addOrganization = (plan: OrganizationPlan): GeneratedOrganization => {
  const { seed, name, type, createdAt, now, membersCount, emit, nextNumber } = plan;
  const id = newOrganizationId(chanceFor(seed, name, 'id'));
  const setting = settingOf({ seed, name, id, type, createdAt, now, emit });
  const title = setting.chance('name').pick(organizationNames[type]);
  const members = addMembers(setting, {
    currentCount: membersCount,
    ownerId: plan.ownerId,
    enrolled: plan.enrolled,
    nextNumber,
  });
  const ownerId = members.ids[0]!;
  emit('organization', { id, type, name: title, ownerId, createdAt });
  addBilling(setting, plan.billing, membersCount);
  addInvitations(setting, membersCount);
  const outsidersCount = Math.max(outsidersMin, Math.round(membersCount * outsidersPerMember));
  const outsiders = addOutsiders(setting, outsidersCount, nextNumber);
  const counts = splitEvents(plan.eventsCount, setting.shape.eventShares);
  const show = showBoards();
  addBoards(setting, { members, outsiders, counts, onBoard: show.onBoard });
  addScans(setting, counts.scan);
  return { setting, title, ownerId, members, showBoardIds: show.ids() };
};
