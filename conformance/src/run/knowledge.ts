import { dayOfInstant, type Month, monthOfDay, parseMonth } from '@tallyboard/core/vocabulary';
import type { RunConfiguration } from '../model/configuration.js';
import type { CalendarRecord } from '../model/history.js';
import { at, listOf, textOf } from '../model/json.js';
import type { Family, ProbeContext, SeenRow } from '../probes/probe.js';
import type { Fresh } from './session.js';

const nearMs = 14 * 3_600_000;

const monthAt = (instant: number): Month => monthOfDay(dayOfInstant(instant));

const isNear = (instant: number): boolean =>
  monthAt(instant - nearMs) !== monthAt(instant) || monthAt(instant + nearMs) !== monthAt(instant);

const monthText = (instant: number): string => new Date(instant).toISOString().slice(0, 7);

/** Which month it is: by `--now`, else by the service's Date header, else by our own clock. */
export const calendarOf = (
  configuration: RunConfiguration,
  ownClock: number,
  dateHeader: string | undefined,
): CalendarRecord => {
  const base = { type: 'calendar', at: new Date(ownClock).toISOString() } as const;
  const served = Date.parse(dateHeader ?? '');
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
  family: Family;
  roster: { totalCount: number; rows: readonly SeenRow[] } | null;
}

/** Adds the rows of an unfiltered page to what is known of the roster. */
export const learnRoster = (knowledge: Knowledge, answer: Fresh): void => {
  const total = at(answer.document, 'meta', 'totalCount');
  if (answer.status !== 200 || typeof total !== 'number') return;
  const known = new Map((knowledge.roster?.rows ?? []).map((row) => [row.id, row]));
  for (const row of listOf(at(answer.document, 'data'))) {
    const id = textOf(at(row, 'id'));
    if (id === null) continue;
    const name = textOf(at(row, 'attributes', 'name')) ?? '';
    const email = textOf(at(row, 'attributes', 'email')) ?? '';
    const userType = textOf(at(row, 'attributes', 'userType')) ?? '';
    const active = at(row, 'attributes', 'active') === true;
    known.set(id, { id, name, email, userType, active });
  }
  knowledge.roster = { totalCount: total, rows: [...known.values()] };
};

/** The context of the probes as things stand. */
export const contextOf = (configuration: RunConfiguration, knowledge: Knowledge): ProbeContext => {
  const month = parseMonth(knowledge.calendar?.month ?? '');
  if (month === null) throw new Error('The current month is not known yet.');
  return {
    organizations: Object.fromEntries(
      Object.entries(configuration.targets).map(([name, target]) => [name, target.org]),
    ),
    boards: configuration.boards,
    month,
    family: knowledge.family,
    seed: configuration.seed,
    rotation: configuration.rotation,
    roster: knowledge.roster,
  };
};
