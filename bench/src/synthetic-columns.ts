import { randomFrom } from '@tallyboard/arbitraries';
import type { ContentKind, EventColumns } from '../../packages/core/src/events/columns.js';
import { contentKinds } from '../../packages/core/src/events/columns.js';
import { type Day, dayOf } from '../../packages/core/src/model/day.js';
import { firstDayOf, monthOf, plusMonths } from '../../packages/core/src/model/month.js';
import { roles } from '../../packages/core/src/model/role.js';

/*
 * Columns of made-up schools of any size, ascending by day as a store would hand them over. The same
 * size and seed give the same columns.
 */

/** What a school is like. */
export interface School {
  readonly seed: number;
  readonly events: number;
  readonly members: number;
  readonly months: number;
  /** `zipf` crowds activity on a few people and boards, `flat` spreads it evenly. */
  readonly activity: 'zipf' | 'flat';
}

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

/** The day after the last of so many months. */
export const endDay = (months: number): Day => firstDayOf(plusMonths(monthOf(2021, 12), months));

type Random = () => number;

/** Draws codes below `count`: evenly, or with a frequency that falls with a shuffled rank. */
const drawing = (random: Random, count: number, activity: School['activity']): (() => number) => {
  if (activity === 'flat') return () => Math.floor(random() * count);
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

const daysFor = (random: Random, rows: number, months: number): Int32Array => {
  const span = endDay(months) - firstDay;
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

const membersOf = (random: Random, { members, months }: School): EventColumns['members'] => {
  const names = list(
    members,
    (code) => `${first[code % 10]!} ${last[Math.floor(random() * 9)]!} ${code}`,
  );
  const usual = ['student', 'student', 'student', 'student', 'teacher', 'admin', 'guest'] as const;
  return {
    ids: list(members, (code) => id('u', code)),
    role: Uint8Array.from(fill(members, () => roles.indexOf(usual[Math.floor(random() * 7)]!))),
    joined: daysFor(random, members, months),
    signup: daysFor(random, members, months),
    names,
    usernames: names.map((name) => name.toLowerCase().replaceAll(' ', '.')),
    emails: names.map((name) => `${name.toLowerCase().replaceAll(' ', '.')}@school.example`),
  };
};

const contentOf = (
  random: Random,
  { events, members, months, activity }: School,
  boards: number,
): EventColumns['content'] => {
  const kinds = contentKinds.flatMap((kind: ContentKind, code) =>
    new Array<number>(shares[kind]).fill(code),
  );
  const rows = Math.round((events * kinds.length) / 1000);
  const author = drawing(random, members, activity);
  const board = drawing(random, boards, activity);
  const day = daysFor(random, rows, months);
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
  const { events, members, months, activity } = school;
  const random = randomFrom(school.seed);
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
    organizationId: 'wksp_0123456789abcdef',
    members: membersOf(random, school),
    otherUsers: [],
    knownUsers: members,
    people: members + visitors,
    boards: {
      ids: list(boards, (code) => id('b', code)),
      titles: list(boards, (code) => `Board ${code}`),
    },
    content: contentOf(random, school, boards),
    visits: {
      day: daysFor(random, rowsOf('visits'), months),
      visitor: fill(rowsOf('visits'), person),
      board: fill(rowsOf('visits'), board),
      seconds: Float64Array.from(fill(rowsOf('visits'), () => Math.floor(600 * random() ** 3))),
    },
    attachments: {
      day: daysFor(random, rowsOf('attachments'), months),
      author: fill(rowsOf('attachments'), author),
      category: Uint32Array.from(fill(rowsOf('attachments'), () => Math.floor(random() * 7))),
    },
    attachmentCategories: ['image', 'video', 'audio', 'document', 'link', 'drawing', 'file'],
    plays: {
      day: daysFor(random, rowsOf('plays'), months),
      media: fill(rowsOf('plays'), item),
    },
    media: {
      ids: list(media, (code) => id('m', code)),
      titles: list(media, (code) => `Item ${code}`),
      categories: list(media, (code) => (code % 3 === 0 ? 'audio' : 'video')),
    },
    scans: {
      day: daysFor(random, scans, months),
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
