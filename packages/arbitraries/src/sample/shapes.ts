import type { OrganizationType, Role } from '@tallyboard/core/vocabulary';
import { listed } from './words.js';

/** The kinds of fact that count as events of an organization, and the share of each. */
export const eventShares = {
  board: 0.01,
  post: 0.13,
  comment: 0.08,
  reaction: 0.17,
  visit: 0.44,
  attachment: 0.06,
  play: 0.06,
  scan: 0.05,
} as const;

export type EventKind = keyof typeof eventShares;
export const eventKinds = Object.keys(eventShares) as readonly EventKind[];

/** Members beyond the first of each role: their share, and how much each writes and builds. */
type Roles = Partial<Record<Role, readonly [share: number, writes: number, builds: number]>>;
/** Times of the year that are quieter or busier than the rest, and how busy. */
type Seasons = readonly (readonly [from: string, to: string, factor: number])[];

/** How busy the days of the week are, from Sunday on, and the hours of a day. */
export const weekdays = [0.2, 1, 1.1, 1.15, 1.05, 0.85, 0.1] as const;
export const hours = [
  0, 0, 0, 0, 0, 0, 1, 5, 9, 10, 10, 9, 6, 8, 8, 5, 3, 3, 3, 4, 3, 2, 1, 0,
] as const;

const school = {
  names: listed('Northbrook School, Willowmere Academy, Hillside Upper School, Saltmarsh College'),
  roles: {
    owner: [0, 2, 4],
    admin: [0.01, 2, 5],
    teacher: [0.08, 5, 30],
    student: [0.89, 1, 0.4],
    guest: [0.02, 0.3, 0],
  } as Roles,
  seasons: [
    ['01-01', '01-05', 0.05],
    ['02-14', '02-20', 0.25],
    ['04-03', '04-15', 0.15],
    ['06-25', '08-24', 0.05],
    ['09-01', '10-10', 1.25],
    ['10-24', '11-01', 0.15],
    ['12-21', '12-31', 0.04],
  ] as Seasons,
  /** How many join, from January on. */
  joinMonths: [3, 1, 1, 1, 1, 0.2, 0.3, 8, 12, 2, 1, 0.3],
};

/** What distinguishes organizations of one type from those of others. */
export const organizationShapes: Readonly<Record<OrganizationType, typeof school>> = {
  school,
  classroom: {
    ...school,
    names: listed('Room 12, The Maple Class, Science with Ms K, Studio B'),
    roles: { owner: [0, 6, 40], teacher: [0.05, 5, 25], student: [0.95, 1, 0.3] },
  },
  team: {
    names: listed('Lanternworks, Blue Harbour Studio, Fieldnote Collective, Paper & Pine'),
    roles: {
      owner: [0, 3, 6],
      admin: [0.05, 2, 5],
      maker: [0.35, 3, 8],
      contributor: [0.5, 2, 0.5],
      guest: [0.1, 0.4, 0],
    },
    seasons: [
      ['08-01', '08-21', 0.6],
      ['12-23', '12-31', 0.12],
    ],
    joinMonths: [2, 1, 1, 1, 1, 1, 0.7, 0.5, 1.5, 1, 1, 0.4],
  },
};
