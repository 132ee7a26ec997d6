import {
  type Client,
  describeFailure,
  type Failure,
  type Progress,
  type RosterPage,
} from '@tallyboard/client';
import {
  type Call,
  callsOf,
  figureKey,
  type Setting,
  spanKey,
  type ViewCalls,
} from '../model/calls.js';
import { asking, type Known, known, noFigure } from '../model/known.js';
import { monthsOfView } from '../model/period.js';
import type { View } from '../model/view.js';
import { askIdentity } from './ask-identity.js';
import { askMetrics } from './ask-metrics.js';
import { askRoster } from './ask-roster.js';
import { rosterKey, rosterRequestOf } from './roster-request.js';
import {
  firstState,
  type Identity,
  type Problem,
  type SessionState,
  type WholeBoard,
  withEntries,
  without,
} from './state.js';

/** What a session needs of its surroundings. */
export interface SessionOptions {
  readonly client: Client;
  /** Whose key it is where that is known without asking, as with files. */
  readonly identity?: Identity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once, later. */
  readonly later: (work: () => void, ms: number) => void;
  /** Called with every new state. */
  readonly onChange: (state: SessionState) => void;
}

/** Rows of one page of the roster. */
export const rowsPerPage = 25;

/** Answers within this time may be out of order. */
const togetherMs = 1_000;

/** The month that a time lies in, `YYYY-MM`, in UTC as everything of the API. */
export const monthAt = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/**
 * One tab's talk with a service. It asks for what a view needs and does not have, keeps all it got, and
 * repeats a request that is being computed when the service says so. It never asks twice for a figure
 * that it has.
 */
export class Session {
  readonly #options: SessionOptions;
  #state: SessionState = firstState;
  #view: View | null = null;
  #rosterStop = new AbortController();
  #rosterAsked = '';
  #isClosed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    if (options.identity === undefined) void this.#askIdentity();
    else this.#state = { ...firstState, identity: known(options.identity) };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** What is known beside a view. */
  settingOf(view: View): Setting {
    const { identity, dates } = this.#state;
    const mine = identity.kind === 'known' ? identity.value.organizations : [];
    const thisMonth = monthAt(this.#options.now());
    const months = monthsOfView(view, thisMonth);
    return {
      type: mine.find(({ id }) => id === view.organization)?.type ?? null,
      thisMonth,
      dates: dates.get(spanKey({ organization: view.organization, months })) ?? null,
    };
  }

  /** Shows a view: asks for whatever of it is not known. */
  show(view: View): void {
    this.#view = view;
    this.#ask();
  }

  /** Asks again for everything that failed or came to nothing. */
  retry(): void {
    const isLost = ({ kind }: Known<unknown>): boolean => kind === 'none' || kind === 'failed';
    const { figures, rosters, boards, identity } = this.#state;
    this.#set({
      problem: null,
      figures: without(figures, isLost),
      rosters: without(rosters, isLost),
      boards: without(boards, isLost),
    });
    if (isLost(identity)) void this.#askIdentity();
    else this.#ask();
  }

  /** Forgets all figures and asks again: they may have changed. */
  refresh(): void {
    this.#set({ problem: null, figures: new Map(), dates: new Map(), rosters: new Map() });
    this.#ask();
  }

  /** Ends the session: nothing is asked any more. */
  close(): void {
    this.#isClosed = true;
    this.#rosterStop.abort();
  }

  /** Takes note of what an answer says of an allowance. */
  note(part: 'metrics' | 'roster', progress: Progress): void {
    if (progress.kind !== 'answered' || progress.allowance === null) return;
    const allowance = { notice: progress.allowance, at: this.#options.now() };
    const last = this.#state.allowances[part];
    // Requests that were sent together may be answered in another order than they were counted in.
    const isOlder =
      last !== null &&
      allowance.at - last.at < togetherMs &&
      last.notice.remaining < allowance.notice.remaining;
    if (isOlder) return;
    this.#set({ allowances: { ...this.#state.allowances, [part]: allowance } });
  }

  #set(change: Partial<SessionState>): void {
    if (this.#isClosed) return;
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }

  #fail(part: Problem['part'], failure: Failure): void {
    if (failure.kind !== 'aborted') this.#set({ problem: { part, failure } });
  }

  #ask(): void {
    const view = this.#view;
    if (view === null || this.#isClosed || this.#state.identity.kind !== 'known') return;
    if (view.board !== '') {
      void this.#askBoard(view.board);
      return;
    }
    if (view.organization === '') return;
    const calls = callsOf(view, this.settingOf(view));
    // The large chart comes from the first answer.
    this.#askFor(calls.months);
    this.#askFor(calls.now);
    void this.#askRoster(view);
    // The period before can wait until the first picture is there.
    const isAsking = ({ months }: ViewCalls): boolean =>
      months.entries.some(
        (entry) => this.#state.figures.get(figureKey(months, entry))?.kind === 'asking',
      );
    if (!this.#state.dates.has(spanKey(calls.now)) || isAsking(calls)) return;
    for (const call of [calls.before, calls.monthsBefore]) if (call !== null) this.#askFor(call);
  }

  /** Sends a request for those of its figures of which nothing is known. */
  #askFor(call: Call): void {
    const entries = call.entries.filter(
      (entry) => !this.#state.figures.has(figureKey(call, entry)),
    );
    if (entries.length > 0) void this.#send({ ...call, entries });
  }

  async #send(call: Call): Promise<void> {
    const { client, now } = this.#options;
    const keys = call.entries.map((entry) => figureKey(call, entry));
    const asked = keys.filter((key) => this.#state.figures.get(key)?.kind !== 'known');
    const until = this.#allowanceBackAt();
    if (until !== null) {
      this.#putAll(asked, { kind: 'held', until });
      this.#sendAgain(call, until);
      return;
    }
    if (asked.some((key) => !this.#state.figures.has(key))) this.#putAll(asked, asking);
    const { figures, dates, againAt, failure } = await askMetrics(client, call, now, (progress) =>
      this.note('metrics', progress),
    );
    this.#set({
      figures: withEntries(this.#state.figures, figures),
      ...(dates === null
        ? {}
        : { dates: withEntries(this.#state.dates, [[spanKey(call), dates]]) }),
    });
    if (failure !== null) this.#fail('figures', failure);
    if (againAt !== null) this.#sendAgain(call, againAt);
    else if (failure === null) this.#ask();
  }

  /** When the next metrics request is possible; `null` for now. */
  #allowanceBackAt(): number | null {
    const { metrics } = this.#state.allowances;
    if (metrics === null || metrics.notice.remaining > 0) return null;
    const until = metrics.at + metrics.notice.resetSeconds * 1000;
    return until > this.#options.now() ? until : null;
  }

  #putAll(keys: readonly string[], state: Known<never>): void {
    this.#set({
      figures: withEntries(
        this.#state.figures,
        keys.map((key) => [key, state] as const),
      ),
    });
  }

  /** Repeats the identical request, unless the view has changed meanwhile. */
  #sendAgain(call: Call, at: number): void {
    this.#options.later(
      () => {
        if (this.#isClosed) return;
        if (this.#isShown(call)) void this.#send(call);
        else {
          const keys = new Set(call.entries.map((entry) => figureKey(call, entry)));
          const figures = without(
            this.#state.figures,
            ({ kind }, key) => keys.has(key) && kind !== 'known',
          );
          this.#set({ figures });
        }
      },
      Math.max(0, at - this.#options.now()),
    );
  }

  #isShown(call: Call): boolean {
    const view = this.#view;
    if (view?.board !== '') return false;
    const { now, months, before, monthsBefore }: ViewCalls = callsOf(view, this.settingOf(view));
    return [now, months, before, monthsBefore].some(
      (one) => one !== null && one.byMonth === call.byMonth && spanKey(one) === spanKey(call),
    );
  }

  async #askIdentity(): Promise<void> {
    this.#set({ identity: asking });
    const outcome = await askIdentity(this.#options.client);
    this.#set({
      identity: outcome.ok ? known(outcome.value) : noFigure(describeFailure(outcome.failure)),
    });
    if (outcome.ok) this.#ask();
    else this.#fail('user', outcome.failure);
  }

  async #askRoster(view: View): Promise<void> {
    const { client, now } = this.#options;
    const thisMonth = monthAt(now());
    const key = rosterKey(view, thisMonth);
    if (key !== this.#rosterAsked) this.#rosterStop.abort();
    if (this.#state.rosters.has(key)) return;
    const stop = new AbortController();
    this.#rosterStop = stop;
    this.#rosterAsked = key;
    const put = (roster: Known<RosterPage>): void =>
      this.#set({ rosters: withEntries(this.#state.rosters, [[key, roster]]) });
    put(asking);
    const page = {
      ...rosterRequestOf(view, thisMonth),
      page: view.roster.page,
      perPage: rowsPerPage,
    };
    const failure = await askRoster(client, page, stop.signal, put, (progress) =>
      this.note('roster', progress),
    );
    if (failure?.kind === 'aborted') {
      this.#set({ rosters: without(this.#state.rosters, (_, one) => one === key) });
    } else if (failure !== null) this.#fail('roster', failure);
  }

  async #askBoard(id: string): Promise<void> {
    if (this.#state.boards.has(id)) return;
    const put = (board: Known<WholeBoard>): void =>
      this.#set({ boards: withEntries(this.#state.boards, [[id, board]]) });
    put(asking);
    const outcome = await this.#options.client.board(id, {
      include: ['sections', 'posts', 'comments'],
    });
    put(outcome.ok ? known(outcome.value) : noFigure(describeFailure(outcome.failure)));
    if (!outcome.ok) this.#fail('board', outcome.failure);
  }
}
