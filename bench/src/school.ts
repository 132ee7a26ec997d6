import { randomFrom } from '@tallyboard/arbitraries';
import {
  type ContentKind,
  contentKinds,
  dayOf,
  type EventColumns,
  firstDayOf,
  monthOf,
  plusDays,
  plusMonths,
  roles,
} from './core.js';

/*
 * Columns of made-up schools of any size, ascending by day as a store would hand them over. The same
 * size and activity give the same columns.
 */

/** Activity crowded on a few people and boards (Zipf), or spread evenly. */
export const activities = ['crowded', 'even'] as const;
export type Activity = (typeof activities)[number];

/** What a school is like. */
export interface School {
  readonly events: number;
  readonly activity: Activity;
  readonly members: number;
}

/** All randomness of a run begins here. */
export const seed = 20_261_121;
export const months = 60;

/** One member for 200 events, as in a school of some years, and at most 50,000. */
export const schoolOf = (events: number, activity: Activity): School => ({
  events,
  activity,
  members: Math.min(50_000, Math.max(100, Math.round(events / 200))),
});

/** Share of all events that each kind has, in thousandths. */
const shares = {
  boards: 5,
  posts: 200,
  comments: 140,
  reactions: 220,
  visits: 350,
  attachments: 40,
  plays: 25,
  scans: 20,
} as const;

export const firstDay = dayOf(2021, 12, 1);
const endDay = firstDayOf(plusMonths(monthOf(2021, 12), months));
export const today = plusDays(endDay, -1);

/** The organization of every size, and what its index is built for. */
export const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: firstDay,
  billingTerms: [],
} as const;
export const times = { createdOn: firstDay, billingTerms: [], today };

type Random = () => number;

/** Draws codes below `count`: evenly, or with a frequency that falls with a shuffled rank. */
const drawing = (random: Random, count: number, activity: Activity): (() => number) => {
  if (activity === 'even') return () => Math.floor(random() * count);
  const shuffled = Uint32Array.from({ length: count }, (_, code) => code);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const moved = shuffled[at]!;
    shuffled[at] = shuffled[other]!;
    shuffled[other] = moved;
  }
  // The inverse of a distribution whose density falls as rank to the power of -0.7.
  return () => shuffled[Math.floor(count * random() ** (1 / 0.3))]!;
};

const daysFor = (random: Random, rows: number): Int32Array => {
  const span = endDay - firstDay;
  const days = new Int32Array(rows);
  for (let row = 0; row < rows; row++) days[row] = firstDay + Math.floor(random() * span);
  return days.sort();
};

const fill = (rows: number, value: () => number): Int32Array => {
  const column = new Int32Array(rows);
  for (let row = 0; row < rows; row++) column[row] = value();
  return column;
};

const id = (kind: string, code: number): string => `${kind}${String(code).padStart(12, '0')}`;
const list = <A>(length: number, of: (code: number) => A): readonly A[] =>
  Array.from({ length }, (_, code) => of(code));

const first = ['Ada', 'Bo', 'Cleo', 'Dara', 'Emil', 'Farah', 'Goran', 'Hana', 'Ivo', 'Jun'];
const last = ['Abel', 'Brandt', 'Costa', 'Diaz', 'Eriksen', 'Fontaine', 'Grau', 'Hale', 'Ito'];

const membersOf = (random: Random, { members }: School): EventColumns['members'] => {
  const names = list(
    members,
    (code) => `${first[code % 10]!} ${last[Math.floor(random() * 9)]!} ${code}`,
  );
  const usual = ['student', 'student', 'student', 'student', 'teacher', 'admin', 'guest'] as const;
  return {
    ids: list(members, (code) => id('u', code)),
    role: Uint8Array.from(fill(members, () => roles.indexOf(usual[Math.floor(random() * 7)]!))),
    joined: daysFor(random, members),
    signup: daysFor(random, members),
    names,
    usernames: names.map((name) => name.toLowerCase().replaceAll(' ', '.')),
    emails: names.map((name) => `${name.toLowerCase().replaceAll(' ', '.')}@school.example`),
  };
};

const contentOf = (
  random: Random,
  { events, members, activity }: School,
  boards: number,
): EventColumns['content'] => {
  const kinds = contentKinds.flatMap((kind: ContentKind, code) =>
    new Array<number>(shares[kind]).fill(code),
  );
  const rows = Math.round((events * kinds.length) / 1000);
  const author = drawing(random, members, activity);
  const board = drawing(random, boards, activity);
  const day = daysFor(random, rows);
  const kind = new Uint8Array(rows);
  const toPeer = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    kind[row] = kinds[Math.floor(random() * kinds.length)]!;
    toPeer[row] = kind[row]! >= 2 && random() < 0.85 ? 1 : 0;
  }
  return {
    day,
    kind,
    toPeer,
    author: fill(rows, () => (random() < 0.03 ? -1 : author())),
    board: fill(rows, board),
  };
};

/** The columns of a school. */
export const syntheticColumns = (school: School): EventColumns => {
  const { events, members, activity } = school;
  const random = randomFrom(seed + activities.indexOf(activity));
  const rowsOf = (kind: keyof typeof shares): number => Math.round((events * shares[kind]) / 1000);
  const boards = Math.max(10, Math.round(events / 500));
  const visitors = Math.round(members / 2);
  const media = Math.round(rowsOf('attachments') / 4);
  const person = drawing(random, members + visitors, activity);
  const author = drawing(random, members, activity);
  const board = drawing(random, boards, activity);
  const item = drawing(random, media, activity);
  const types = ['audio', 'image', 'link', 'text', 'video'];
  const flagSets = [[], ['violence'], ['spam'], ['hate', 'harassment'], ['profanity']];
  const scans = rowsOf('scans');
  return {
    organizationId: organization.id,
    members: membersOf(random, school),
    knownUsers: members,
    people: members + visitors,
    boards: {
      ids: list(boards, (code) => id('b', code)),
      titles: list(boards, (code) => `Board ${code}`),
    },
    content: contentOf(random, school, boards),
    visits: {
      day: daysFor(random, rowsOf('visits')),
      visitor: fill(rowsOf('visits'), person),
      board: fill(rowsOf('visits'), board),
      seconds: Float64Array.from(fill(rowsOf('visits'), () => Math.floor(600 * random() ** 3))),
    },
    attachments: {
      day: daysFor(random, rowsOf('attachments')),
      author: fill(rowsOf('attachments'), author),
      category: Uint32Array.from(fill(rowsOf('attachments'), () => Math.floor(random() * 7))),
    },
    attachmentCategories: ['image', 'video', 'audio', 'document', 'link', 'drawing', 'file'],
    plays: {
      day: daysFor(random, rowsOf('plays')),
      media: fill(rowsOf('plays'), item),
    },
    media: {
      ids: list(media, (code) => id('m', code)),
      titles: list(media, (code) => `Item ${code}`),
      categories: list(media, (code) => (code % 3 === 0 ? 'audio' : 'video')),
    },
    scans: {
      day: daysFor(random, scans),
      type: Uint32Array.from(fill(scans, () => Math.floor(random() * 5))),
      durationMs: Float64Array.from(fill(scans, () => Math.floor(random() * 900))),
      removed: Uint8Array.from(fill(scans, () => (random() < 0.02 ? 1 : 0))),
      flags: Uint32Array.from(
        fill(scans, () => (random() < 0.93 ? 0 : 1 + Math.floor(random() * 4))),
      ),
    },
    scannedTypes: types,
    flagSets,
    invitations: Uint32Array.from(roles, () => 3),
    billingTerms: [],
    seatChanges: [],
  };
};
