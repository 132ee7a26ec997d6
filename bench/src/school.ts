import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { randomFrom } from '@tallyboard/arbitraries';
import { addSample, type SamplePlan } from '@tallyboard/arbitraries/sample';
import {
  columnsOfSound,
  dayOf,
  type EventColumns,
  type Facts,
  type Instant,
  noFacts,
} from './core.js';

/* Sample schools of any size as columns, ascending by day as a store would hand them over. */

/** Activity crowded on a few people and boards, as the sample has it, or spread evenly. */
export const activities = ['crowded', 'even'] as const;
export type Activity = (typeof activities)[number];

/** All randomness of a run begins here. */
export const seed = 20_261_121;
export const months = 60;
/** The instant of all figures. */
export const now = '2026-11-30T12:00:00Z';
export const firstDay = dayOf(2021, 11, 30);
export const today = dayOf(2026, 11, 30);

/** What a school is like. */
export interface School {
  readonly events: number;
  readonly members: number;
}

/** One member for 200 events, as in a school of some years, and at most 50,000. */
export const schoolOf = (events: number): School => ({
  events,
  members: Math.min(50_000, Math.max(100, Math.round(events / 200))),
});

/** The organization of every size, and what its index is built for. */
export const organization = {
  id: 'wksp_0123456789abcdef',
  type: 'school',
  createdOn: firstDay,
  billingTerms: [],
} as const;
export const times = { createdOn: firstDay, billingTerms: [], today };

type Column = Int32Array | Uint32Array | Uint8Array | Float64Array;

/** A table of events with its rows in the order of their days. */
const byDay = <Table extends { readonly day: Int32Array }>(table: Table): Table => {
  const order = Float64Array.from(table.day, (day, row) => day * 2 ** 32 + row).sort();
  const rows = Uint32Array.from(order, (key) => key % 2 ** 32);
  const sorted = (column: Column): Column => column.map((_, at) => column[rows[at]!]!);
  const columns = Object.entries(table).map(([name, column]) => [name, sorted(column as Column)]);
  return Object.fromEntries(columns) as Table;
};

/** The same events with their members, boards and media drawn evenly. */
const evened = (columns: EventColumns): EventColumns => {
  const { members, boards, media, content, visits, attachments, plays } = columns;
  const random = randomFrom(seed);
  const even = (column: Int32Array, { length }: readonly string[], below = length): Int32Array =>
    column.map((code) => (code < 0 || code >= below ? code : Math.floor(random() * length)));
  return {
    ...columns,
    content: {
      ...content,
      author: even(content.author, members.ids, columns.knownUsers),
      board: even(content.board, boards.ids),
    },
    visits: {
      ...visits,
      visitor: even(visits.visitor, members.ids, columns.knownUsers),
      board: even(visits.board, boards.ids),
    },
    attachments: {
      ...attachments,
      author: even(attachments.author, members.ids, columns.knownUsers),
    },
    plays: { ...plays, media: even(plays.media, media.ids) },
  };
};

/** The main organization of a sample, which comes first: its content is there before the second one is. */
const mainFacts = (plan: SamplePlan): Facts => {
  const facts = noFacts();
  addSample(plan, (kind, fact) => {
    if (facts.organization.length < 2) (facts[kind] as unknown[]).push(fact);
  });
  const [main] = facts.organization;
  const member = facts.member.filter(({ organizationId }) => organizationId === main!.id);
  return { ...facts, organization: [main!], member };
};

/** Writes the columns of a sample school to a file for each activity. */
export const makeColumns = (order: {
  readonly events: number;
  readonly files: Readonly<Record<Activity, string>>;
}): void => {
  const facts = mainFacts({
    ...{ seed: String(seed), organizationType: 'school', months, ...schoolOf(order.events) },
    ...{ now: Date.parse(now) as Instant, sha256: (key) => key },
  });
  // What the sample makes is sound: checking ten million facts would take a minute.
  const columns = columnsOfSound(facts);
  const { content, visits, attachments, plays, scans } = columns;
  const crowded = {
    ...{ ...columns, organizationId: organization.id },
    ...{ content: byDay(content), visits: byDay(visits), attachments: byDay(attachments) },
    ...{ plays: byDay(plays), scans: byDay(scans) },
  };
  writeFileSync(order.files.crowded, serialize(crowded));
  writeFileSync(order.files.even, serialize(evened(crowded)));
};

export const readColumns = (file: string): EventColumns =>
  deserialize(readFileSync(file)) as EventColumns;
