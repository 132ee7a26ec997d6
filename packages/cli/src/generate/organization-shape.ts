import type { OrganizationType, Role } from '@tallyboard/core/vocabulary';

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

/** A time of the year that is quieter, or busier, than others: both ends as MM-DD. */
export interface Season {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
}

/** One role of a type of organization. */
interface RoleShape {
  /** The share of members beyond the first of each role. */
  readonly share: number;
  /** How much such a member writes and visits, against others. */
  readonly activity: number;
  /** How many boards such a member builds, against others. */
  readonly building: number;
}

/** What sets organizations of one type apart from those of others. */
export interface OrganizationShape {
  readonly roles: Readonly<Partial<Record<Role, RoleShape>>>;
  /** Members who leave within a year, as a share of the current ones. */
  readonly departuresPerYear: number;
  readonly eventShares: Readonly<Record<EventKind, number>>;
  /** The share without a known author; of visits, the share by visitors who were not signed in. */
  readonly anonymous: Readonly<Record<'post' | 'comment' | 'reaction' | 'visit', number>>;
  /** From Sunday on. */
  readonly weekdays: readonly number[];
  readonly hours: readonly number[];
  readonly seasons: readonly Season[];
  /** How many join, and how many leave, from January on. */
  readonly joinMonths: readonly number[];
  readonly leaveMonths: readonly number[];
}

const eventShares = {
  board: 0.01,
  post: 0.13,
  comment: 0.08,
  reaction: 0.17,
  visit: 0.44,
  attachment: 0.06,
  play: 0.06,
  scan: 0.05,
} as const;

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
    roles: {
      owner: { share: 0, activity: 2, building: 4 },
      admin: { share: 0.01, activity: 2, building: 5 },
      teacher: { share: 0.08, activity: 5, building: 30 },
      student: { share: 0.89, activity: 1, building: 0.4 },
      guest: { share: 0.02, activity: 0.3, building: 0 },
    },
  },
  classroom: {
    ...schoolYear,
    departuresPerYear: 0.1,
    roles: {
      owner: { share: 0, activity: 6, building: 40 },
      teacher: { share: 0.05, activity: 5, building: 25 },
      student: { share: 0.95, activity: 1, building: 0.3 },
    },
  },
  team: {
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
      owner: { share: 0, activity: 3, building: 6 },
      admin: { share: 0.05, activity: 2, building: 5 },
      maker: { share: 0.35, activity: 3, building: 8 },
      contributor: { share: 0.5, activity: 2, building: 0.5 },
      guest: { share: 0.1, activity: 0.4, building: 0 },
    },
  },
};
