import type { EventColumns } from '../../packages/core/src/events/columns.js';
import type { DateRange } from '../../packages/core/src/model/date-range.js';
import type { RosterQuestion } from '../../packages/core/src/model/roster.js';
import type { Awaitable, Store } from './engine.js';
import { figuresFrom } from './figures-from-reads.js';
import { lastSeenDays } from './last-seen.js';
import { rosterFrom } from './roster-from-reads.js';
import { without } from './without.js';

/** Rows of codes and, last, a count. */
export type Rows = readonly (readonly number[])[];

/**
 * What a peer has to read from its events, each at most once a question. Names and titles stay outside:
 * peers deal in codes. Ranked reads give the first ten, most first, equal ones by code.
 */
export interface Reads {
  /** [joined up to the end, joined within] */
  readonly joins: (range: DateRange) => Awaitable<Rows>;
  /** [kind, role, toPeer, events] */
  readonly content: (range: DateRange) => Awaitable<Rows>;
  /** [role, members who created content] */
  readonly active: (range: DateRange) => Awaitable<Rows>;
  /** [distinct visitors] */
  readonly visitors: (range: DateRange) => Awaitable<Rows>;
  /** [role, seconds] */
  readonly seconds: (range: DateRange) => Awaitable<Rows>;
  /** [category, role, attachments] */
  readonly attachments: (range: DateRange) => Awaitable<Rows>;
  /** [type, flags, removed, scans, microseconds] */
  readonly scans: (range: DateRange) => Awaitable<Rows>;
  /** [month, role, posts] */
  readonly postsByMonth: (range: DateRange) => Awaitable<Rows>;
  /** [month, distinct visitors] */
  readonly visitorsByMonth: (range: DateRange) => Awaitable<Rows>;
  /** [board, posts], ranked */
  readonly boardsByPosts: (range: DateRange) => Awaitable<Rows>;
  /** [board, distinct visitors], ranked */
  readonly boardsByVisitors: (range: DateRange) => Awaitable<Rows>;
  /** [member, events of a kind], ranked */
  readonly members: (range: DateRange, kind: number) => Awaitable<Rows>;
  /** [item, plays], ranked */
  readonly media: (range: DateRange, isAudio: number) => Awaitable<Rows>;
  /** [member, boards, posts, comments, reactions] of a page by posts, or by name with a search */
  readonly roster: (range: DateRange, asked: RosterQuestion) => Awaitable<Rows>;
  /** [members found] */
  readonly rosterSize: (q: string) => Awaitable<Rows>;
}

const dated = ['content', 'visits', 'attachments', 'plays', 'scans'] as const;

/** What of the columns has no days: names, titles, words. */
export type Names = Omit<EventColumns, (typeof dated)[number]> & { readonly lastSeen: Int32Array };

/** A store over what a peer reads. */
export const storeOf = (columns: EventColumns, reads: Reads): Store => {
  const names = { ...without(columns, ...dated), lastSeen: lastSeenDays(columns) };
  return {
    answer: (question) =>
      question.ask === 'metrics'
        ? figuresFrom(reads, names, question.queries, question.scope)
        : rosterFrom(reads, names, question.roster, question.range),
  };
};
