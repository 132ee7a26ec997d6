import { roles } from '../../model/role.js';
import type { Directory } from '../directory.js';
import type { DistinctDays } from '../distinct-days.js';
import type { CodedEvents } from '../index-totals.js';
import type { GrowingIndex, OrganizationIndex } from '../organization-index.js';
import { waveletOf } from '../wavelet.js';
import { activeEntries, boardEntries, editBoardVisits, visitEntries } from './append-returns.js';
import { editDistinctDays } from './edit-distinct-days.js';
import { type Renumberings, unknownBefore } from './renumbering.js';
import { type Lanes, lanesOf, noteDifference, type ReturnEdits } from './return-edits.js';
import { type ChangedStanding, roleOf } from './standing.js';

type Events = Pick<GrowingIndex, 'content' | 'visits'>;
type Returns = Pick<OrganizationIndex, 'active' | 'visitors' | 'boardVisits'>;

/** An index as it was: where its days are numbered anew, nothing of its returns can be kept. */
export interface Past extends Returns, Events {
  readonly directory: Directory;
  readonly days: number;
  readonly isKept: boolean;
}

/** What is there now: all events, and the rows of those that are new. */
export interface Present {
  readonly directory: Directory;
  readonly days: number;
  readonly events: Events;
  readonly rows: CodedEvents;
}

const emptyDays = (groups: number, days: number): DistinctDays => ({
  starts: new Uint32Array(groups * days + 1),
  eras: new Array<DistinctDays['eras'][number]>(groups).fill([]),
});

const emptyReturns = (days: number): Returns => ({
  active: emptyDays(roles.length, days),
  visitors: emptyDays(1, days),
  boardVisits: {
    days: { starts: new Uint32Array(1), marks: new Uint16Array(0) },
    before: waveletOf(new Uint16Array(0)),
  },
});

/** The past that returns are held against; an empty one when they cannot be kept. */
export const pastOf = (index: GrowingIndex, days: number, keptDays: boolean): Past => {
  const { directory, content, visits } = index;
  const kept = keptDays ? index : { ...emptyReturns(days), calendar: { length: days } };
  const { active, visitors, boardVisits } = kept;
  return {
    directory,
    content,
    visits,
    active,
    visitors,
    boardVisits,
    days: kept.calendar.length,
    isKept: keptDays,
  };
};

type Touched = ReadonlyMap<number, number>;

/** People who may have other entries now, with the first day from which on they may: all, or some. */
const touchedBy = (
  { isKept }: Past,
  size: number,
  people: Int32Array,
  code: Uint16Array,
  moved: readonly ChangedStanding[] = [],
): Touched => {
  const touched = new Map(moved.map(({ person }) => [person, 0]));
  if (isKept) {
    // Days ascend: whoever is there was there sooner.
    for (let row = 0; row < people.length; row++) {
      const person = people[row]!;
      if (person >= 0 && person < size && !touched.has(person)) touched.set(person, code[row]!);
    }
  } else for (let person = 0; person < size; person++) touched.set(person, 0);
  return touched;
};

type EntriesOf = (person: number, since: number) => readonly number[];

const editsOf = (
  people: Touched,
  before: EntriesOf,
  after: EntriesOf,
  lanes: Lanes,
): ReturnEdits => {
  const edits: ReturnEdits = { gone: [], come: [] };
  for (const [person, since] of people) {
    noteDifference(before(person, since), after(person, since), lanes, edits);
  }
  return edits;
};

const appendedActive = (
  past: Past,
  { directory, days, events, rows }: Present,
  { knownUsers }: Renumberings,
  moved: readonly ChangedStanding[],
): Returns['active'] => {
  const people = touchedBy(
    past,
    directory.knownUsers,
    rows.content.author,
    rows.content.code,
    moved,
  );
  const lanes = lanesOf(days, past.days, Int32Array.from(roles.keys()), roles.length);
  const before: EntriesOf = (person, since) => {
    const old = knownUsers[person]!;
    return old === unknownBefore || !past.isKept
      ? []
      : activeEntries(past.content, old, roleOf(past.directory.members, old), past.days, since);
  };
  const after: EntriesOf = (person, since) =>
    activeEntries(events.content, person, roleOf(directory.members, person), days, since);
  return editDistinctDays(past.active, editsOf(people, before, after, lanes), past.days, days);
};

const appendedVisits = (
  past: Past,
  { directory, days, events, rows }: Present,
  renumberings: Renumberings,
): Pick<Returns, 'visitors' | 'boardVisits'> => {
  const people = touchedBy(past, directory.people, rows.visits.visitor, rows.visits.code);
  const editsBy = (of: typeof visitEntries, lanes: Lanes): ReturnEdits =>
    editsOf(
      people,
      (person, since) => {
        const old = renumberings.people[person]!;
        return old === unknownBefore || !past.isKept ? [] : of(past.visits, old, past.days, since);
      },
      (person, since) => of(events.visits, person, days, since),
      lanes,
    );
  const visitorLanes = lanesOf(days, past.days, Int32Array.of(0), 1);
  const boards = past.isKept
    ? renumberings.boards
    : new Int32Array(directory.boards.ids.length).fill(unknownBefore);
  const boardLanes = lanesOf(days, past.days, boards, past.boardVisits.days.starts.length - 1);
  return {
    visitors: editDistinctDays(past.visitors, editsBy(visitEntries, visitorLanes), past.days, days),
    boardVisits: editBoardVisits(past.boardVisits, editsBy(boardEntries, boardLanes), boardLanes),
  };
};

/** The returns of an index with events added, and people moved from role to role. */
export const appendedReturns = (
  past: Past,
  present: Present,
  renumberings: Renumberings,
  moved: readonly ChangedStanding[],
): Returns => ({
  active: appendedActive(past, present, renumberings, moved),
  ...appendedVisits(past, present, renumberings),
});
