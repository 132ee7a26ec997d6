import {
  boardIncludes,
  dayOfInstant,
  type Month,
  monthOfDay,
  parseMonth,
} from '@tallyboard/core/vocabulary';
import type { RunConfiguration } from '../model/configuration.js';
import type { CalendarRecord } from '../model/history.js';
import { at, canonical, listOf, textOf } from '../model/json.js';
import { comparedMax } from '../model/search.js';
import type { LeftOut } from '../plan/plan.js';
import { probeOf } from '../probes/all-probes.js';
import {
  type Family,
  type Probe,
  type ProbeContext,
  rotationsMax,
  type SeenRow,
} from '../probes/probe.js';
import type { Fresh } from './session.js';

const nearMs = 14 * 3_600_000;

const monthAt = (instant: number): Month => monthOfDay(dayOfInstant(instant));

const isNear = (instant: number): boolean =>
  monthAt(instant - nearMs) !== monthAt(instant) || monthAt(instant + nearMs) !== monthAt(instant);

const monthText = (instant: number): string => new Date(instant).toISOString().slice(0, 7);

/** The rotations whose variants a run takes. */
export const rotationsOf = ({ rotation }: Pick<RunConfiguration, 'rotation'>): readonly number[] =>
  rotation === 'all' ? Array.from({ length: rotationsMax }, (_, index) => index) : [rotation];

/** Which month it is: by `--now`, else by the service's Date header, else by our own clock. */
export const calendarOf = (
  configuration: RunConfiguration,
  ownClock: number,
  dateHeader: string | undefined,
): CalendarRecord => {
  const base = { type: 'calendar', at: new Date(ownClock).toISOString() } as const;
  const date = Date.parse(dateHeader ?? '');
  // Of the year 12000, `toISOString` gives +012000-01: no month of this API.
  const isMonth = !Number.isNaN(date) && parseMonth(monthText(date)) !== null;
  const served = isMonth ? date : Number.NaN;
  const skewSeconds = Number.isNaN(served) ? null : Math.round((ownClock - served) / 1000);
  if (configuration.now !== null) {
    const month = monthText(Date.parse(configuration.now));
    return { ...base, month, source: 'now', nearMonthChange: false, skewSeconds };
  }
  const instant = Number.isNaN(served) ? ownClock : served;
  return {
    ...base,
    month: monthText(instant),
    source: Number.isNaN(served) ? 'ownClock' : 'dateHeader',
    nearMonthChange: isNear(instant),
    skewSeconds,
  };
};

/** What a run has learned so far, and what probes are made of. */
export interface Knowledge {
  calendar: CalendarRecord | null;
  /** `null` until an answer or facts show it. */
  family: Family | null;
  roster: { totalCount: number; rows: readonly SeenRow[] } | null;
  /** Why the roster was not answered, and with it what is made of it; `null` when it was, or was not asked. */
  rosterDue: 'budget' | 'pending' | null;
  /** Boards that the current user lists as created, the fullest first. */
  boards: readonly string[];
}

const linked = (record: unknown, name: string): readonly unknown[] =>
  listOf(at(record, 'relationships', name, 'data'));

const fullness = (board: unknown): number =>
  boardIncludes.filter((name) => linked(board, name).length > 0).length;

/** Boards of the current user, for a run that was configured without any. */
export const learnBoards = (knowledge: Knowledge, answer: Fresh): void => {
  if (answer.status !== 200) return;
  const included = new Map(
    listOf(at(answer.document, 'included'))
      .filter((one) => at(one, 'type') === 'board')
      .map((board) => [at(board, 'id'), fullness(board)]),
  );
  const full = (id: string): number => included.get(id) ?? 0;
  knowledge.boards = linked(at(answer.document, 'data'), 'boards')
    .map((one) => textOf(at(one, 'id')))
    .filter((id) => id !== null)
    .toSorted((a, b) => full(b) - full(a));
};

/** Adds the rows of an unfiltered page to what is known of the roster. */
export const learnRoster = (knowledge: Knowledge, answer: Fresh): void => {
  const total = at(answer.document, 'meta', 'totalCount');
  if (answer.status !== 200 || typeof total !== 'number') return;
  const known = new Map((knowledge.roster?.rows ?? []).map((row) => [row.id, row]));
  for (const row of listOf(at(answer.document, 'data'))) {
    const id = textOf(at(row, 'id'));
    const name = textOf(at(row, 'attributes', 'name')) ?? '';
    const email = textOf(at(row, 'attributes', 'email')) ?? '';
    if (id === null || Math.max(name.length, email.length) > comparedMax) continue;
    const userType = textOf(at(row, 'attributes', 'userType')) ?? '';
    const active = at(row, 'attributes', 'active') === true;
    known.set(id, { id, name, email, userType, active });
  }
  knowledge.roster = { totalCount: total, rows: [...known.values()] };
};

/** The context of the probes as things stand. */
export const contextOf = (
  configuration: RunConfiguration,
  knowledge: Knowledge,
  rotation: number = rotationsOf(configuration)[0] ?? 0,
): ProbeContext => {
  const month = parseMonth(knowledge.calendar?.month ?? '');
  if (month === null) throw new Error('The current month is not known yet.');
  return {
    organizations: Object.fromEntries(
      Object.entries(configuration.targets).map(([name, target]) => [name, target.org]),
    ),
    boards: {
      ...configuration.boards,
      readable:
        configuration.boards.readable.length > 0 ? configuration.boards.readable : knowledge.boards,
    },
    month,
    // The first question is that for a school.
    family: knowledge.family ?? 'school',
    seed: configuration.seed,
    rotation,
    roster: knowledge.roster,
  };
};

const families: readonly Family[] = ['school', 'team'];

/** Why requests wait for the next hour while the type of the organization is unknown. */
export const typeUnknown =
  'whether the organization is a team is not known yet, and it takes requests to find out';

/** Why a probe waits: an answer that it is made of is missing; `null` when all is known. */
export const notKnownYet = (
  configuration: RunConfiguration,
  knowledge: Knowledge,
  probe: Probe,
): LeftOut | null => {
  const isOfRoster = probe.after.some((id) => probeOf(id)?.learnsRoster === true);
  if (isOfRoster && knowledge.rosterDue !== null && knowledge.roster === null) {
    return [
      knowledge.rosterDue,
      'the roster, of which the request is made, was not answered in time',
    ];
  }
  if (knowledge.family !== null) return null;
  const drafts = families.map((family) =>
    canonical(probe.draft(contextOf(configuration, { ...knowledge, family }))),
  );
  return new Set(drafts).size > 1 ? ['budget', typeUnknown] : null;
};
