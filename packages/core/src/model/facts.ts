import type {
  AttachmentFact,
  BoardFact,
  CommentFact,
  PlayFact,
  PostFact,
  ReactionFact,
  SectionFact,
  VisitFact,
} from './board-facts.js';
import type { Day } from './day.js';
import type { Instant } from './instant.js';
import type { BillingStatus, OrganizationType } from './organization.js';
import type { Role } from './role.js';

export type * from './board-facts.js';

/*
 * Event data as everything here exchanges it. Ids are bare hashids apart from organizations, which
 * carry their prefix. A field that the text leaves out is `null` here.
 */

/** A person. `enrolled` opens analytics of every organization that the person owns (1.5). */
export interface UserFact {
  /** Bare hashid, unique. */
  readonly id: string;
  /** Full name; shown on boards and under `/me`, never in the roster. */
  readonly name: string | null;
  /** Shown where there is no display name. */
  readonly username: string | null;
  /** Shown in the roster, and searched by its `q`. */
  readonly email: string | null;
  /** What others see; blank counts as none (P39). */
  readonly displayName: string | null;
  /** Address of the picture. */
  readonly avatar: string | null;
  /** What the person says of themselves. */
  readonly bio: string | null;
  /** The day on which the account was made. */
  readonly signupDate: Day;
  /** Whether the pilot covers this person's organizations (1.5); absent means no. */
  readonly enrolled: boolean;
}

/** A key, known only by the lower-case hexadecimal SHA-256 of its UTF-8 bytes. */
export interface ApiKeyFact {
  /** 64 hexadecimal digits in lower case. */
  readonly keySha256: string;
  /** Bare hashid of the holder. */
  readonly userId: string;
  /** Once set the key is revoked, whatever the time says (P15). */
  readonly revokedAt: Instant | null;
}

/** An organization (2.1). */
export interface OrganizationFact {
  /** With its prefix, 16 to 22 characters. */
  readonly id: string;
  /** Which roles there are (2.2), and whether content safety exists (4.1.9). */
  readonly type: OrganizationType;
  /** Shown under `/me`. */
  readonly name: string;
  /** Bare hashid of the user whose enrollment counts. */
  readonly ownerId: string;
  /** Where all time begins (W15). */
  readonly createdAt: Instant;
}

/** A billing term; both days belong to it. */
export interface BillingTermFact {
  /** With its prefix. */
  readonly organizationId: string;
  /** The first day. */
  readonly startsOn: Day;
  /** The last day. */
  readonly endsOn: Day;
  /** As `subscription` reports it while the term is the one in question. */
  readonly status: BillingStatus;
}

/** The number of seats in force from a day on. */
export interface SeatChangeFact {
  /** With its prefix. */
  readonly organizationId: string;
  /** The first day on which the number holds; one change a day. */
  readonly on: Day;
  /** A whole number, 0 or more. */
  readonly seats: number;
}

/** A membership, current while `leftAt` is null. One per organization and user. */
export interface MemberFact {
  /** With its prefix. */
  readonly organizationId: string;
  /** Bare hashid. */
  readonly userId: string;
  /** The role of now; roles have no history. */
  readonly role: Role;
  /** The latest joining, of a member who left and came back. */
  readonly joinedAt: Instant;
  /** Once set the membership is over, whatever the time says (P15). */
  readonly leftAt: Instant | null;
}

/** An invitation, outstanding while `closedAt` is null. */
export interface InvitationFact {
  /** Unique among invitations. */
  readonly id: string;
  /** With its prefix. */
  readonly organizationId: string;
  /** The role that the invited person would have. */
  readonly role: Role;
  /** Where it was sent; no figure looks at it. */
  readonly email: string;
  /** When it was sent; no figure looks at it. */
  readonly invitedAt: Instant;
  /** Accepted, declined or withdrawn; once set it is closed, whatever the time says. */
  readonly closedAt: Instant | null;
}

/** One item scanned for content safety; `removedAt` is when a person removed it later. */
export interface ScanFact {
  /** Unique among scans. */
  readonly id: string;
  /** With its prefix. */
  readonly organizationId: string;
  /** Any word; `scannedItemCountByType` counts by it. */
  readonly itemType: string;
  /** Counts the scan into the range that it lies in, whenever the item was removed. */
  readonly at: Instant;
  /** Milliseconds, 0 or more, fractions allowed. */
  readonly durationMs: number;
  /** The categories that the scan found, as a set; empty when it found nothing. */
  readonly flags: readonly string[];
  /** When a person removed the item; whenever that was, it was a violation. */
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
