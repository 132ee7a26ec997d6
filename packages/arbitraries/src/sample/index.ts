/**
 * Sample data: the facts of made-up organizations of any size, the same for the same plan.
 *
 * @packageDocumentation
 */
import {
  dayOfInstant,
  earlierOf,
  type Facts,
  firstDayOf,
  formatInstant,
  type Instant,
  lastDayOf,
  monthOfDay,
  noFacts,
  type OrganizationType,
  plusDays,
  plusMonths,
  type Role,
} from '@tallyboard/core/vocabulary';
import { plainBoard } from './boards.js';
import { chanceFor } from './chance.js';
import { addOrganization, type MadeOrganization } from './organization.js';
import { dayMs, type Emit, type SampleSetting } from './setting.js';
import { boardWords } from './words.js';

export type { Emit } from './setting.js';
export { type EventKind, eventKinds } from './shapes.js';

/** What to make. */
export interface SamplePlan {
  readonly seed: string;
  readonly organizationType: OrganizationType;
  /** Current members of the main organization. */
  readonly members: number;
  /** How long ago the organizations were created. */
  readonly months: number;
  /** Boards, posts, comments, reactions, visits, attachments, plays and scans of the main one. */
  readonly events: number;
  readonly now: Instant;
  /** The lower-case hexadecimal SHA-256 of a text in UTF-8: facts hold no key itself. */
  readonly sha256: (text: string) => string;
}

/** A key and the organization it is to be tried on. */
export interface OrganizationKey {
  readonly org: string;
  readonly key: string;
}

/**
 * What each key opens: `main` and `second` are one owner's, `team` is another's, the owner of `notEnrolled` is not
 * enrolled, `noAccess` is a student's, `revoked` was the owner's, `teacher` is that of a classroom.
 */
type KeyName = 'main' | 'second' | 'team' | 'notEnrolled' | 'noAccess' | 'revoked' | 'teacher';

/** The keys of a sample: the contents of `keys.json`. */
export interface SampleKeys extends Readonly<Record<KeyName, OrganizationKey>> {
  /** The time of the sample, which `--now` takes. */
  readonly now: string;
  /** Boards that the key of `main` may read, and boards that it may not. */
  readonly boards: { readonly readable: readonly string[]; readonly forbidden: readonly string[] };
}

/** A sample: its keys, and its main organization. */
export interface Sample {
  readonly keys: SampleKeys;
  readonly organization: Record<'id' | 'type' | 'name', string>;
}

/** The moment so many months earlier, in the morning of the same day of the month or of its last. */
const monthsEarlier = (now: Instant, months: number): Instant => {
  const today = dayOfInstant(now);
  const month = plusMonths(monthOfDay(today), -months);
  const sameDay = plusDays(firstDayOf(month), today - firstDayOf(monthOfDay(today)));
  return (earlierOf(sameDay, lastDayOf(month)) * dayMs + 7.5 * 3_600_000) as Instant;
};

/**
 * Makes the facts of a main organization and of four small ones: a second of the same owner, a team, one
 * that is not enrolled, and a classroom with a teacher and a student. The same plan makes the same facts.
 */
export const addSample = (plan: SamplePlan, emit: Emit): Sample => {
  const { seed, now, organizationType: type, members, events } = plan;
  let people = 0;
  const nextNumber = (): number => (people += 1);
  const createdAt = monthsEarlier(now, plan.months);
  const setting: SampleSetting = { seed, createdAt, now, emit, nextNumber };
  const made = (plan: Parameters<typeof addOrganization>[1]) => addOrganization(setting, plan);
  const main = made({ name: 'main', type, members, events });
  const second = made({ name: 'second', type: 'school', billing: 'none', ownerId: main.ownerId });
  const team = made({ name: 'team', type: 'team' });
  const notEnrolled = made({ name: 'notEnrolled', type: 'school', enrolled: false });
  const classroom = made({ name: 'classroom', type: 'classroom', billing: 'lapsed' });

  const chance = chanceFor(seed, 'keys');
  /** A key of the owner or of the first member with another role. */
  const keyOf = (
    { id, members }: MadeOrganization,
    role: Role = 'owner',
    revokedAt: Instant | null = null,
  ): OrganizationKey => {
    const key = `tb_${chance.id(32)}`;
    const { id: userId } = members.find((member) => member.role === role)!;
    emit('apiKey', { keySha256: plan.sha256(key), userId, revokedAt });
    return { org: id, key };
  };
  /** A board that belongs only to its builder: no organization counts it. */
  const personalBoard = (builderId: string): string => {
    const id = chance.id(16);
    const at = main.calendar(chance, createdAt, now);
    const title = `My notes: ${chance.pick(boardWords[type].topics).topic}`;
    const own = { id, organizationId: null, builderId, title, colorScheme: 'dark' };
    emit('board', { ...plainBoard, ...own, createdAt: at, updatedAt: at });
    return id;
  };
  const mainKey = keyOf(main);
  return {
    keys: {
      now: formatInstant(now),
      main: mainKey,
      second: { org: second.id, key: mainKey.key },
      team: keyOf(team),
      notEnrolled: keyOf(notEnrolled),
      noAccess: keyOf(classroom, 'student'),
      revoked: keyOf(main, 'owner', main.calendar(chance, createdAt, now)),
      teacher: keyOf(classroom, 'teacher'),
      boards: {
        readable: [...main.boards, personalBoard(main.ownerId)],
        forbidden: [
          ...[notEnrolled.boards[0]!, classroom.boards[0]!],
          personalBoard(main.members[1]!.id),
        ],
      },
    },
    organization: { id: main.id, type, name: main.name },
  };
};

/** A sample with its facts in memory. */
export const sampleFacts = (plan: SamplePlan): Sample & { readonly facts: Facts } => {
  const facts = noFacts();
  const sample = addSample(plan, (kind, fact) => {
    (facts[kind] as object[]).push(fact);
  });
  return { ...sample, facts };
};
