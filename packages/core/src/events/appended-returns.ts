import { roles } from '../model/role.js';
import {
  activeEntries,
  boardEntries,
  editBoardVisits,
  editDistinctDays,
  visitEntries,
} from './append-returns.js';
import { contentKinds } from './columns.js';
import type { Directory } from './directory.js';
import type { OrganizationIndex } from './organization-index.js';
import { type Renumberings, unknownBefore } from './renumbering.js';
import { type Lanes, lanesOf, noteDifference, type ReturnEdits } from './return-edits.js';
import { type ChangedStanding, roleOf } from './standing.js';
import { levelsFor, type Wavelet, waveletOf } from './wavelet.js';

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

/** Codes of people who may have other entries now: those with new rows, or all. */
const touched = (
  past: Past,
  size: number,
  hasNew: (person: number) => boolean,
): readonly number[] => {
  const people: number[] = [];
  for (let person = 0; person < size; person++)
    if (!past.isKept || hasNew(person)) people.push(person);
  return people;
};

type EntriesOf = (person: number) => readonly number[];

const editsOf = (
  people: readonly number[],
  before: EntriesOf,
  after: EntriesOf,
  lanes: Lanes,
): ReturnEdits => {
  const edits: ReturnEdits = { gone: [], come: [] };
  for (const person of people) noteDifference(before(person), after(person), lanes, edits);
  return edits;
};

const appendedActive = (
  past: Past,
  { directory, days, events, added }: Present,
  { knownUsers }: Renumberings,
  moved: readonly ChangedStanding[],
): Returns['active'] => {
  const hasMoved = new Set(moved.map(({ person }) => person));
  const { starts } = added.content;
  const size = directory.knownUsers;
  const people = touched(past, size, (person) => {
    if (hasMoved.has(person)) return true;
    return contentKinds.some((_, kind) => {
      const thing = kind * size + person;
      return starts[thing] !== starts[thing + 1];
    });
  });
  const lanes = lanesOf(days, past.days, Int32Array.from(roles.keys()), roles.length);
  const before: EntriesOf = (person) => {
    const old = knownUsers[person]!;
    return old === unknownBefore || !past.isKept
      ? []
      : activeEntries(past.content, old, roleOf(past.directory.members, old), past.days);
  };
  const after: EntriesOf = (person) =>
    activeEntries(events.content, person, roleOf(directory.members, person), days);
  return editDistinctDays(past.active, editsOf(people, before, after, lanes), lanes);
};

const appendedVisits = (
  past: Past,
  { directory, days, events, added }: Present,
  renumberings: Renumberings,
): Pick<Returns, 'visitors' | 'boardVisits'> => {
  const { starts } = added.visits;
  const people = touched(past, directory.people, (person) => starts[person] !== starts[person + 1]);
  const entriesBy =
    (of: typeof visitEntries): EntriesOf =>
    (person) => {
      const old = renumberings.people[person]!;
      return old === unknownBefore || !past.isKept ? [] : of(past.visits, old, past.days);
    };
  const visitorLanes = lanesOf(days, past.days, Int32Array.of(0), 1);
  const boards = past.isKept
    ? renumberings.boards
    : new Int32Array(directory.boards.ids.length).fill(unknownBefore);
  const boardLanes = lanesOf(days, past.days, boards, past.boardVisits.days.starts.length - 1);
  const ofDays = editsOf(
    people,
    entriesBy(visitEntries),
    (person) => visitEntries(events.visits, person, days),
    visitorLanes,
  );
  const ofBoards = editsOf(
    people,
    entriesBy(boardEntries),
    (person) => boardEntries(events.visits, person, days),
    boardLanes,
  );
  return {
    visitors: editDistinctDays(past.visitors, ofDays, visitorLanes),
    boardVisits: editBoardVisits(past.boardVisits, ofBoards, boardLanes),
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
