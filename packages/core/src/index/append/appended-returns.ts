import { roles } from '../../model/role.js';
import type { Directory } from '../directory.js';
import type { OrganizationIndex } from '../organization-index.js';
import { levelsFor, type Wavelet, waveletOf } from '../wavelet.js';
import {
  activeEntries,
  boardEntries,
  editBoardVisits,
  editDistinctDays,
  visitEntries,
} from './append-returns.js';
import { type Renumberings, unknownBefore } from './renumbering.js';
import { type Lanes, lanesOf, noteDifference, type ReturnEdits } from './return-edits.js';
import { type ChangedStanding, roleOf } from './standing.js';

type Events = Pick<OrganizationIndex, 'content' | 'visits'>;
type Returns = Pick<OrganizationIndex, 'active' | 'visitors' | 'boardVisits'>;

/** An index as it was: where its days are numbered anew, nothing of its returns can be kept. */
export interface Past extends Returns, Events {
  readonly directory: Directory;
  readonly days: number;
  readonly isKept: boolean;
}

/** What is there now: all events, and those of them that are new. */
export interface Present {
  readonly directory: Directory;
  readonly days: number;
  readonly events: Events;
  readonly added: Events;
}

const emptyWavelet = (days: number): Wavelet => waveletOf(new Uint16Array(0), levelsFor(days));

const emptyReturns = (days: number): Returns => {
  const before = emptyWavelet(days);
  return {
    active: { starts: new Uint32Array(roles.length * days + 1), before },
    visitors: { starts: new Uint32Array(days + 1), before },
    boardVisits: { days: { starts: new Uint32Array(1), marks: new Uint16Array(0) }, before },
  };
};

/** The past that returns are held against; an empty one when they cannot be kept. */
export const pastOf = (index: OrganizationIndex, days: number, keptDays: boolean): Past => {
  const { directory, calendar, content, visits } = index;
  const isKept = keptDays && levelsFor(calendar.length) === levelsFor(days);
  const kept = isKept ? index : { ...emptyReturns(days), calendar: { length: days } };
  const { active, visitors, boardVisits } = kept;
  return {
    directory,
    content,
    visits,
    active,
    visitors,
    boardVisits,
    days: kept.calendar.length,
    isKept,
  };
};

/** People who may have other entries now, with the first day from which on they may: all, or some. */
const touched = (
  past: Past,
  size: number,
  firstNew: (person: number) => number,
): readonly (readonly [person: number, since: number])[] => {
  const people: [person: number, since: number][] = [];
  for (let person = 0; person < size; person++) {
    const since = past.isKept ? firstNew(person) : 0;
    if (since !== untouched) people.push([person, since]);
  }
  return people;
};

const untouched = Number.POSITIVE_INFINITY;

type EntriesOf = (person: number, since: number) => readonly number[];

const editsOf = (
  people: readonly (readonly [person: number, since: number])[],
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
  { directory, days, events, added }: Present,
  { knownUsers }: Renumberings,
  moved: readonly ChangedStanding[],
): Returns['active'] => {
  const hasMoved = new Set(moved.map(({ person }) => person));
  const { starts, marks } = added.content;
  const size = directory.knownUsers;
  const people = touched(past, size, (person) => {
    if (hasMoved.has(person)) return 0;
    let first = untouched;
    for (let thing = person; thing < starts.length - 1; thing += size) {
      if (starts[thing] !== starts[thing + 1]) {
        first = Math.min(first, marks[starts[thing]!]! >>> 1);
      }
    }
    return first;
  });
  const lanes = lanesOf(days, past.days, Int32Array.from(roles.keys()), roles.length);
  const before: EntriesOf = (person, since) => {
    const old = knownUsers[person]!;
    return old === unknownBefore || !past.isKept
      ? []
      : activeEntries(past.content, old, roleOf(past.directory.members, old), past.days, since);
  };
  const after: EntriesOf = (person, since) =>
    activeEntries(events.content, person, roleOf(directory.members, person), days, since);
  return editDistinctDays(past.active, editsOf(people, before, after, lanes), lanes);
};

const appendedVisits = (
  past: Past,
  { directory, days, events, added }: Present,
  renumberings: Renumberings,
): Pick<Returns, 'visitors' | 'boardVisits'> => {
  const { starts, second } = added.visits;
  const people = touched(past, directory.people, (person) => {
    let first = untouched;
    for (let row = starts[person]!; row < starts[person + 1]!; row++) {
      first = Math.min(first, second[row]!);
    }
    return first;
  });
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
    visitors: editDistinctDays(past.visitors, editsBy(visitEntries, visitorLanes), visitorLanes),
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
