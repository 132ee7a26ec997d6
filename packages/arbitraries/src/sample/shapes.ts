import type { OrganizationType, Role } from '@tallyboard/core/vocabulary';

/** A time of the year that is quieter or busier than the rest: both ends as MM-DD. */
export interface Season {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
}

/** The kinds of fact that count as events of an organization. */
export const eventKinds = [
  'board',
  'post',
  'comment',
  'reaction',
  'visit',
  'attachment',
  'play',
  'scan',
] as const;

/** A kind of fact that counts as an event of an organization. */
export type EventKind = (typeof eventKinds)[number];

/** How many facts, or which share of all, each kind of event has. */
export type EventCounts = Readonly<Record<EventKind, number>>;

/** The share of members beyond the first of each role, and how much each writes and builds against others. */
type RoleShape = readonly [share: number, activity: number, building: number];

/** What distinguishes organizations of one type from those of others. */
export interface OrganizationShape {
  readonly names: readonly string[];
  readonly roles: Readonly<Partial<Record<Role, RoleShape>>>;
  /** Members who leave within a year, as a share of the current ones. */
  readonly departuresPerYear: number;
  readonly eventShares: EventCounts;
  /** The share without an author; of visits, the share by visitors who were not signed in. */
  readonly anonymous: Readonly<Record<'post' | 'comment' | 'reaction' | 'visit', number>>;
  /** From Sunday on. */
  readonly weekdays: readonly number[];
  readonly hours: readonly number[];
  readonly seasons: readonly Season[];
  /** How many join, and how many leave, from January on. */
  readonly joinMonths: readonly number[];
  readonly leaveMonths: readonly number[];
}

const eventShares: EventCounts = {
  board: 0.01,
  post: 0.13,
  comment: 0.08,
  reaction: 0.17,
  visit: 0.44,
  attachment: 0.06,
  play: 0.06,
  scan: 0.05,
};

const schoolYear = {
  departuresPerYear: 0.14,
  eventShares,
  anonymous: { post: 0.04, comment: 0.03, reaction: 0.1, visit: 0.24 },
  weekdays: [0.22, 1, 1.1, 1.15, 1.05, 0.85, 0.12],
  hours: [0, 0, 0, 0, 0, 0, 1, 5, 9, 10, 10, 9, 6, 8, 8, 5, 3, 3, 3, 4, 3, 2, 1, 0],
  seasons: [
    { from: '01-01', to: '01-05', factor: 0.05 },
    { from: '02-14', to: '02-20', factor: 0.25 },
    { from: '04-03', to: '04-15', factor: 0.15 },
    { from: '06-25', to: '08-24', factor: 0.05 },
    { from: '09-01', to: '10-10', factor: 1.25 },
    { from: '10-24', to: '11-01', factor: 0.15 },
    { from: '12-21', to: '12-31', factor: 0.04 },
  ],
  joinMonths: [3, 1, 1, 1, 1, 0.2, 0.3, 8, 12, 2, 1, 0.3],
  leaveMonths: [2, 1, 1, 1, 1, 12, 8, 1, 1, 1, 1, 2],
} as const;

/** The types of organization. */
export const organizationShapes: Readonly<Record<OrganizationType, OrganizationShape>> = {
  school: {
    ...schoolYear,
    names: [
      'Northbrook School',
      'Willowmere Academy',
      'Hillside Upper School',
      'Saltmarsh College',
    ],
    roles: {
      owner: [0, 2, 4],
      admin: [0.01, 2, 5],
      teacher: [0.08, 5, 30],
      student: [0.89, 1, 0.4],
      guest: [0.02, 0.3, 0],
    },
  },
  classroom: {
    ...schoolYear,
    names: ['Room 12', 'The Maple Class', 'Science with Ms K', 'Studio B'],
    departuresPerYear: 0.1,
    roles: { owner: [0, 6, 40], teacher: [0.05, 5, 25], student: [0.95, 1, 0.3] },
  },
  team: {
    names: ['Lanternworks', 'Blue Harbour Studio', 'Fieldnote Collective', 'Paper & Pine'],
    departuresPerYear: 0.16,
    // Items of a team are not scanned: its content-safety figures do not exist.
    eventShares: { ...eventShares, post: 0.15, comment: 0.11, scan: 0 },
    anonymous: { post: 0.01, comment: 0.01, reaction: 0.02, visit: 0.12 },
    weekdays: [0.05, 1, 1.1, 1.1, 1.05, 0.8, 0.06],
    hours: [0, 0, 0, 0, 0, 0, 1, 4, 8, 10, 10, 8, 5, 8, 9, 9, 7, 4, 2, 2, 1, 1, 0, 0],
    seasons: [
      { from: '01-01', to: '01-02', factor: 0.1 },
      { from: '08-01', to: '08-21', factor: 0.6 },
      { from: '12-23', to: '12-31', factor: 0.12 },
    ],
    joinMonths: [2, 1, 1, 1, 1, 1, 0.7, 0.5, 1.5, 1, 1, 0.4],
    leaveMonths: [1, 1, 1.5, 1, 1, 1.5, 1, 1, 1, 1, 1, 1.5],
    roles: {
      owner: [0, 3, 6],
      admin: [0.05, 2, 5],
      maker: [0.35, 3, 8],
      contributor: [0.5, 2, 0.5],
      guest: [0.1, 0.4, 0],
    },
  },
};
