import { boardIncludes, parseMonth } from '@tallyboard/core/vocabulary';
import { organizationsOf, type RunConfiguration } from '../model/configuration.js';
import type { CalendarRecord } from '../model/history.js';
import { at, canonical, listOf, textOf } from '../model/json.js';
import { comparedMax } from '../model/search.js';
import { type LeftOut, rotationsOf } from '../plan/plan.js';
import { probeOf } from '../probes/all-probes.js';
import type { Family, Probe, ProbeContext } from '../probes/probe.js';
import type { Outcome, Run } from './run.js';

const nearMs = 14 * 3_600_000;

const monthText = (instant: number): string => new Date(instant).toISOString().slice(0, 7);

const isNear = (instant: number): boolean =>
  monthText(instant - nearMs) !== monthText(instant + nearMs);

/** Which month it is: by `--now`, else by the service's Date header, else by our own clock. */
export const calendarOf = (
  { now }: RunConfiguration,
  ownClock: number,
  dateHeader: string | undefined,
): CalendarRecord => {
  const date = Date.parse(dateHeader ?? '');
  // Of the year 12000, `toISOString` gives +012000-01: no month of this API.
  const isMonth = !Number.isNaN(date) && parseMonth(monthText(date)) !== null;
  const served = isMonth ? date : null;
  const instant = now === null ? (served ?? ownClock) : Date.parse(now);
  const ownSource = served === null ? 'ownClock' : 'dateHeader';
  return {
    type: 'calendar',
    at: new Date(ownClock).toISOString(),
    month: monthText(instant),
    source: now === null ? ownSource : 'now',
    nearMonthChange: now === null && isNear(instant),
    skewSeconds: served === null ? null : Math.round((ownClock - served) / 1000),
  };
};

const linked = (record: unknown, name: string): readonly unknown[] =>
  listOf(at(record, 'relationships', name, 'data'));

const fullness = (board: unknown): number =>
  boardIncludes.filter((name) => linked(board, name).length > 0).length;

/** Boards of the current user, for a run that was configured without any. */
export const learnBoards = (run: Run, { status, document }: Outcome): void => {
  if (status !== 200) return;
  const included = new Map(
    listOf(at(document, 'included'))
      .filter((one) => at(one, 'type') === 'board')
      .map((board) => [at(board, 'id'), fullness(board)]),
  );
  const full = (id: string): number => included.get(id) ?? 0;
  run.boards = linked(at(document, 'data'), 'boards')
    .map((one) => textOf(at(one, 'id')))
    .filter((id) => id !== null)
    .toSorted((a, b) => full(b) - full(a));
};

/** Adds the rows of an unfiltered page to what is known of the roster. */
export const learnRoster = (run: Run, { status, document }: Outcome): void => {
  const total = at(document, 'meta', 'totalCount');
  if (status !== 200 || typeof total !== 'number') return;
  const rows = new Map((run.roster?.rows ?? []).map((row) => [row.id, row]));
  for (const row of listOf(at(document, 'data'))) {
    const id = textOf(at(row, 'id'));
    const name = textOf(at(row, 'attributes', 'name')) ?? '';
    const email = textOf(at(row, 'attributes', 'email')) ?? '';
    if (id === null || Math.max(name.length, email.length) > comparedMax) continue;
    const userType = textOf(at(row, 'attributes', 'userType')) ?? '';
    const active = at(row, 'attributes', 'active') === true;
    rows.set(id, { id, name, email, userType, active });
  }
  run.roster = { totalCount: total, rows: [...rows.values()] };
};

/** The context of the probes as things stand; the first question is that for a school. */
export const contextOf = (run: Run, family: Family = run.family ?? 'school'): ProbeContext => {
  const { targets, boards, seed } = run.configuration;
  const month = parseMonth(run.calendar?.month ?? '');
  if (month === null) throw new Error('The current month is not known yet.');
  return {
    organizations: organizationsOf(targets),
    boards: { ...boards, readable: boards.readable.length > 0 ? boards.readable : run.boards },
    ...{ month, family, seed, rotation: rotationsOf(run.configuration)[0] ?? 0 },
    roster: run.roster,
  };
};

/** Why requests wait for the next hour while the type of the organization is unknown. */
export const typeUnknown =
  'whether the organization is a team is not known yet, and it takes requests to find out';

/** Why a probe waits: an answer that it is made of is missing; `null` when all is known. */
export const notKnownYet = (run: Run, probe: Probe): LeftOut | null => {
  const isOfRoster = probe.after.some((id) => probeOf(id)?.learnsRoster === true);
  if (isOfRoster && run.rosterDue !== null && run.roster === null) {
    return [run.rosterDue, 'the roster, of which the request is made, was not answered in time'];
  }
  if (run.family !== null) return null;
  const [school, team] = (['school', 'team'] as const).map((family) =>
    canonical(probe.draft(contextOf(run, family))),
  );
  return school === team ? null : ['budget', typeUnknown];
};
