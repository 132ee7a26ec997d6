import type { Day } from './day.js';
import type { Instant } from './instant.js';
import type { BillingStatus, OrganizationType } from './organization.js';
import type { Role } from './role.js';

/*
 * Event data as everything here exchanges it. Ids are bare hashids apart from organizations, which
 * carry their prefix. A field that the text leaves out is `null` here.
 */

/** A person. `enrolled` opens analytics of every organization that the person owns (1.5). */
export interface UserFact {
  readonly id: string;
  readonly name: string | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly avatar: string | null;
  readonly bio: string | null;
  readonly signupDate: Day;
  readonly enrolled: boolean;
}

/** A key, known only by the lower-case hexadecimal SHA-256 of its UTF-8 bytes. */
export interface ApiKeyFact {
  readonly keySha256: string;
  readonly userId: string;
  readonly revokedAt: Instant | null;
}

/** An organization (2.1). */
export interface OrganizationFact {
  readonly id: string;
  readonly type: OrganizationType;
  readonly name: string;
  readonly ownerId: string;
  readonly createdAt: Instant;
}

/** A billing term; both days belong to it. */
export interface BillingTermFact {
  readonly organizationId: string;
  readonly startsOn: Day;
  readonly endsOn: Day;
  readonly status: BillingStatus;
}

/** The number of seats in force from a day on. */
export interface SeatChangeFact {
  readonly organizationId: string;
  readonly on: Day;
  readonly seats: number;
}

/** A membership, current while `leftAt` is null. One per organization and user. */
export interface MemberFact {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: Instant;
  readonly leftAt: Instant | null;
}

/** An invitation, outstanding while `closedAt` is null. */
export interface InvitationFact {
  readonly id: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly email: string;
  readonly invitedAt: Instant;
  readonly closedAt: Instant | null;
}

/** A board; without an organization it is personal and outside all analytics. */
export interface BoardFact {
  readonly id: string;
  readonly organizationId: string | null;
  readonly builderId: string;
  readonly title: string;
  readonly description: string | null;
  readonly iconUrl: string | null;
  readonly domainName: string | null;
  readonly font: number | null;
  readonly colorScheme: string | null;
  readonly customFields: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A section of a board. */
export interface SectionFact {
  readonly id: string;
  readonly boardId: string;
  readonly title: string;
  readonly sortIndex: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The value of one custom field of a post. */
export interface CustomFieldValue {
  readonly key: string;
  readonly value: unknown;
}

/** A post; without an author it is anonymous. */
export interface PostFact {
  readonly id: string;
  readonly boardId: string;
  readonly sectionId: string | null;
  readonly authorId: string | null;
  readonly subject: string | null;
  readonly bodyHtml: string | null;
  readonly color: string | null;
  readonly status: string | null;
  readonly sortIndex: number | null;
  readonly customFields: readonly CustomFieldValue[] | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}

/** A comment on a post. */
export interface CommentFact {
  readonly id: string;
  readonly boardId: string;
  readonly postId: string;
  readonly authorId: string | null;
  readonly content: string | null;
  readonly status: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}

/** A reaction to a post. */
export interface ReactionFact {
  readonly id: string;
  readonly boardId: string;
  readonly postId: string;
  readonly authorId: string | null;
  readonly createdAt: Instant;
}

/** A visit to a board by exactly one of a signed-in user and a visitor who was not. */
export interface VisitFact {
  readonly id: string;
  readonly boardId: string;
  readonly userId: string | null;
  readonly visitorId: string | null;
  readonly at: Instant;
  readonly seconds: number;
}

/** Something attached to a post; categories `video` and `audio` are media. */
export interface AttachmentFact {
  readonly id: string;
  readonly postId: string;
  readonly category: string;
  readonly authorId: string | null;
  readonly title: string | null;
  readonly url: string | null;
  readonly createdAt: Instant;
}

/** One play of a media attachment. */
export interface PlayFact {
  readonly id: string;
  readonly attachmentId: string;
  readonly at: Instant;
}

/** One item scanned for content safety; `removedAt` tells that a person removed it later. */
export interface ScanFact {
  readonly id: string;
  readonly organizationId: string;
  readonly itemType: string;
  readonly at: Instant;
  readonly durationMs: number;
  readonly flags: readonly string[];
  readonly removedAt: Instant | null;
}

/** Each kind of fact by the word that names it in files. */
export interface FactByKind {
  readonly user: UserFact;
  readonly apiKey: ApiKeyFact;
  readonly organization: OrganizationFact;
  readonly billingTerm: BillingTermFact;
  readonly seatChange: SeatChangeFact;
  readonly member: MemberFact;
  readonly invitation: InvitationFact;
  readonly board: BoardFact;
  readonly section: SectionFact;
  readonly post: PostFact;
  readonly comment: CommentFact;
  readonly reaction: ReactionFact;
  readonly visit: VisitFact;
  readonly attachment: AttachmentFact;
  readonly play: PlayFact;
  readonly scan: ScanFact;
}

/** The word that names a kind of fact in files. */
export type FactKind = keyof FactByKind;

/** A body of facts: for each kind, its rows in any order. */
export type Facts = { readonly [K in FactKind]: readonly FactByKind[K][] };

/** No facts of any kind: the start of every collection. */
export const noFacts = (): { [K in FactKind]: FactByKind[K][] } => ({
  user: [],
  apiKey: [],
  organization: [],
  billingTerm: [],
  seatChange: [],
  member: [],
  invitation: [],
  board: [],
  section: [],
  post: [],
  comment: [],
  reaction: [],
  visit: [],
  attachment: [],
  play: [],
  scan: [],
});
