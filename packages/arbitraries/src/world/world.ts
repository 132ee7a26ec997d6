import {
  type Day,
  dayOf,
  type FactKind,
  type Facts,
  factKinds,
  type OrganizationFact,
  type OrganizationType,
} from '@tallyboard/core/vocabulary';
import * as fc from 'fast-check';
import { readAttachment, readPlay, readScan, readVisit } from './audience.js';
import { readSeatChanges, readTerms } from './billing.js';
import { readBoard, readComment, readPost, readReaction, readSection } from './canvas.js';
import { codesArbitrary } from './digits.js';
import { calendarAround } from './moments.js';
import { readInvitation, readMembers, readOrganization } from './organizations.js';
import { readApiKey, readUser } from './people.js';
import type { Stage } from './stage.js';

/** What a world may be tied to (2.1, 2.6). */
export interface WorldConstraints {
  /** The day around which everything happens; 15 March 2026 when left out. */
  readonly today?: Day;
  /** The type of the first organization; any when left out. */
  readonly organizationType?: OrganizationType;
}

/** The codes from which a world is read: one number a fact. */
type WorldCodes = { readonly [K in FactKind]: readonly number[] };

/** Kinds of which a world has at least one fact. */
const present: ReadonlySet<FactKind> = new Set(['user', 'organization', 'billingTerm']);

const codesOf = (most: Readonly<Record<FactKind, number>>): fc.Arbitrary<WorldCodes> =>
  fc.record(
    Object.fromEntries(
      factKinds.map((kind) => [kind, codesArbitrary(most[kind], present.has(kind) ? 1 : 0)]),
    ) as { readonly [K in FactKind]: fc.Arbitrary<readonly number[]> },
  );

const usual: Readonly<Record<FactKind, number>> = {
  user: 24,
  apiKey: 3,
  organization: 3,
  billingTerm: 3,
  seatChange: 10,
  member: 60,
  invitation: 16,
  board: 30,
  section: 6,
  post: 90,
  comment: 60,
  reaction: 60,
  visit: 80,
  attachment: 60,
  play: 90,
  scan: 40,
};

/** With so many candidates that rankings stop at ten (2.5). */
const crowded = {
  ...usual,
  user: 60,
  member: 150,
  board: 60,
  post: 240,
  visit: 200,
  attachment: 180,
  play: 300,
};

const worldCodes = fc.oneof(
  { weight: 8, arbitrary: codesOf(usual) },
  { weight: 1, arbitrary: codesOf(crowded) },
);

/** Reads each code in turn, or none when there is nothing that the facts could refer to. */
const read = <Fact>(
  codes: readonly number[],
  targets: readonly unknown[],
  readOne: (code: number, place: number) => Fact,
): readonly Fact[] => (targets.length === 0 ? [] : codes.map(readOne));

const readWorld = (
  codes: WorldCodes,
  today: Day,
  organizationType: OrganizationType | undefined,
): Facts => {
  const calendar = calendarAround(today);
  const users = codes.user.map((code, place) => readUser(code, place, calendar));
  const organizations = codes.organization.map((code, place) =>
    readOrganization(code, place, calendar, users, organizationType),
  ) as [OrganizationFact, ...OrganizationFact[]];
  const stage: Stage = { calendar, users, organizations };
  const boards = codes.board.map((code, place) => readBoard(code, place, stage));
  const sections = read(codes.section, boards, (code, place) =>
    readSection(code, place, stage, boards),
  );
  const posts = read(codes.post, boards, (code, place) =>
    readPost(code, place, stage, boards, sections),
  );
  const attachments = read(codes.attachment, posts, (code, place) =>
    readAttachment(code, place, stage, posts),
  );
  return {
    user: users,
    apiKey: codes.apiKey.map((code, place) => readApiKey(code, place, stage)),
    organization: organizations,
    billingTerm: readTerms(codes.billingTerm, stage),
    seatChange: readSeatChanges(codes.seatChange, stage),
    member: readMembers(codes.member, stage),
    invitation: codes.invitation.map((code, place) => readInvitation(code, place, stage)),
    board: boards,
    section: sections,
    post: posts,
    comment: read(codes.comment, posts, (code, place) => readComment(code, place, stage, posts)),
    reaction: read(codes.reaction, posts, (code, place) => readReaction(code, place, stage, posts)),
    visit: read(codes.visit, boards, (code, place) => readVisit(code, place, stage, boards)),
    attachment: attachments,
    play: read(codes.play, attachments, (code, place) => readPlay(code, place, stage, attachments)),
    scan: codes.scan.map((code, place) => readScan(code, place, stage)),
  };
};

/**
 * Small whole worlds: one to three organizations with people, boards and thirty months of events
 * around today, all references intact. `facts.organization[0]` is the one to ask about (2.6).
 */
export const worldArbitrary = (constraints: WorldConstraints = {}): fc.Arbitrary<Facts> => {
  const today = constraints.today ?? dayOf(2026, 3, 15);
  return worldCodes.map((codes) => readWorld(codes, today, constraints.organizationType));
};
