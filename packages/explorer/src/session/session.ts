import { describeFailure, type Failure, type Outcome, type RosterPage } from '@tallyboard/client';
import type { Subscription } from '@tallyboard/core/vocabulary';
import { type Call, callsOf, figureKey, type Setting, spanKey } from '../model/calls.js';
import { subscriptionEntry } from '../model/catalog.js';
import { asking, type Known, known, noFigure } from '../model/known.js';
import { monthsOfView } from '../model/period.js';
import { hasSeats } from '../model/picture.js';
import type { View } from '../model/view.js';
import { newerOf } from './allowance.js';
import { askMetrics, askRoster } from './ask.js';
import { Jobs } from './jobs.js';
import { askIdentity, findBuilder, findPerson, memberCount, serviceMonth } from './lookups.js';
import { personKey, rosterKey, rosterPageOf } from './roster-request.js';
import type { Listener, Waiting } from './send-once.js';
import {
  firstState,
  isLost,
  isNotThere,
  type Kinds,
  monthAt,
  type Part,
  recordKey,
  type SessionOptions,
  type SessionState,
  withEntries,
  without,
} from './state.js';

/**
 * One tab's talk with a service. It asks for what a view needs and does not have, keeps what it got, and
 * repeats a request that is being computed when the service says so. It never asks twice for a figure
 * that it has.
 */
export class Session {
  readonly #options: SessionOptions;
  #state: SessionState = firstState;
  #view: View | null = null;
  #isClosed = false;
  readonly #jobs: Jobs;
  /** Whether the service's month is another one than here, once a range was refused. */
  #learned: Promise<boolean> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#jobs = new Jobs({ ...options, allowance: (part) => this.#state.allowances[part] });
    if (options.identity === undefined) void this.#askIdentity();
    else this.#state = { ...firstState, identity: known(options.identity) };
  }

  get state(): SessionState {
    return this.#state;
  }

  settingOf(view: View): Setting {
    const { identity, dates, month } = this.#state;
    const mine = identity.kind === 'known' ? identity.value.organizations : [];
    const thisMonth = month ?? monthAt(this.#options.now());
    const months = monthsOfView(view, thisMonth);
    return {
      type: mine.find(({ id }) => id === view.organization)?.type ?? null,
      thisMonth,
      dates: dates.get(spanKey({ organization: view.organization, months })) ?? null,
    };
  }

  /** Shows a view: asks for what is missing. */
  show(view: View): void {
    this.#view = view;
    this.#ask();
  }

  /** Asks again for everything that failed. */
  retry(): void {
    const { figures, records, identity } = this.#state;
    this.#set({ figures: without(figures, isLost), records: without(records, isLost) });
    this.#set({ problem: null });
    if (isLost(identity)) void this.#askIdentity();
    else this.#ask();
  }

  /** Asks for all of the view again. Its figures of before stay until the new ones are there. */
  refresh(): void {
    this.#set({ problem: null, records: new Map() });
    const calls = this.#callsShown();
    const keys = new Set(
      calls.flatMap((call) => call.entries.map((entry) => figureKey(call, entry))),
    );
    this.#set({ figures: without(this.#state.figures, (_, key) => !keys.has(key)) });
    for (const call of calls) this.#askFigures(call);
    this.#ask();
  }

  /** Reads who has built some boards. */
  findBuilders(boards: readonly string[]): void {
    const { client } = this.#options;
    for (const id of boards) void this.#askOnce('builder', id, () => findBuilder(client, id));
  }

  /** Ends the session: nothing is asked any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Takes note of what an answer says of an allowance. */
  readonly note =
    (part: Part): Listener =>
    (progress) => {
      if (progress.kind !== 'answered' || progress.allowance === null) return;
      const allowance = { notice: progress.allowance, at: this.#options.now() };
      const newer = newerOf(this.#state.allowances[part], allowance);
      this.#set({ allowances: { ...this.#state.allowances, [part]: newer } });
    };

  #set(change: Partial<SessionState>): void {
    if (this.#isClosed) return;
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }

  #putRecord<K extends keyof Kinds>(kind: K, id: string, record: Known<Kinds[K]>): void {
    const entry = [recordKey(kind, id), record] as const;
    this.#set({ records: withEntries(this.#state.records, [entry]) });
  }

  #fail(failure: Failure): void {
    if (failure.kind !== 'aborted') this.#set({ problem: failure });
  }

  #ask(): void {
    const view = this.#view;
    const { identity, figures } = this.#state;
    const { client } = this.#options;
    if (view === null || this.#isClosed || identity.kind !== 'known') return;
    const { organization, board, person } = view;
    if (board !== '') {
      const include = ['sections', 'posts', 'comments'] as const;
      void this.#askOnce('board', board, () => client.board(board, { include }));
      return;
    }
    if (organization === '') {
      // Two of one name differ in their members; each count is a request, so not all of many.
      const counted = identity.value.organizations.slice(0, 12);
      for (const { id } of counted)
        void this.#askOnce('members', id, () => memberCount(client, id));
      return;
    }
    // The large chart comes from the first answer.
    for (const call of this.#callsShown()) {
      const entries = call.entries.filter((entry) => !figures.has(figureKey(call, entry)));
      if (entries.length > 0) this.#askFigures({ ...call, entries });
    }
    const setting = this.settingOf(view);
    const { period, now } = callsOf(view, setting);
    this.#askRoster(view, setting.thisMonth);
    if (person.id !== '' && period !== null) {
      void this.#askOnce('person', personKey(view, period), () =>
        findPerson(client, view, now.months, period.comparison, this.note('roster')),
      );
    }
  }

  /** The metrics requests of the view. */
  #callsShown(): readonly Call[] {
    const view = this.#view;
    if (this.#isClosed || view?.board !== '' || view.organization === '') return [];
    const { now, months, seats } = callsOf(view, this.settingOf(view));
    const term = this.#state.figures.get(figureKey(now, subscriptionEntry));
    const extra = hasSeats((term ?? asking) as Known<Subscription>) ? [] : [seats];
    return [...(months === null ? [] : [months]), now, ...extra];
  }

  async #askOnce<K extends keyof Kinds>(
    kind: K,
    id: string,
    ask: () => Promise<Outcome<Kinds[K]>>,
  ): Promise<void> {
    if (this.#state.records.has(recordKey(kind, id))) return;
    this.#putRecord(kind, id, asking);
    const outcome = await ask();
    if (outcome.ok) {
      this.#putRecord(kind, id, known(outcome.value));
      return;
    }
    this.#putRecord(kind, id, noFigure(describeFailure(outcome.failure)));
    this.#fail(outcome.failure);
  }

  #askRoster(view: View, thisMonth: string): void {
    const key = rosterKey(view, thisMonth);
    if (this.#state.records.has(recordKey('roster', key))) return;
    const { client, now } = this.#options;
    const request = rosterPageOf(view, thisMonth);
    const put = (page: Known<RosterPage>): void => this.#putRecord('roster', key, page);
    const note = this.note('roster');
    put(asking);
    void this.#jobs.run({
      part: 'roster',
      isShown: () => this.#isListed(key, thisMonth),
      wait: put,
      drop: () =>
        this.#set({
          records: without(this.#state.records, (_, one) => one === recordKey('roster', key)),
        }),
      send: async () => {
        const { page, waiting, failure } = await askRoster(client, request, now, note);
        if (page !== null) put(page);
        if (failure !== null) this.#fail(failure);
        return waiting;
      },
    });
  }

  #isListed(key: string, thisMonth: string): boolean {
    const view = this.#isClosed ? null : this.#view;
    return view?.board === '' && rosterKey(view, thisMonth) === key;
  }

  #askFigures(call: Call): void {
    const keys = call.entries.map((entry) => figureKey(call, entry));
    const missing = (): readonly string[] =>
      keys.filter((key) => isNotThere(this.#state.figures.get(key) ?? asking));
    const put = (state: Known<never>): void => {
      const entries = missing().map((key) => [key, state] as const);
      this.#set({ figures: withEntries(this.#state.figures, entries) });
    };
    put(asking);
    void this.#jobs.run({
      part: 'metrics',
      isShown: () =>
        this.#callsShown().some(
          (one) => one.byMonth === call.byMonth && spanKey(one) === spanKey(call),
        ),
      wait: put,
      drop: () => {
        const gone = new Set(missing());
        this.#set({ figures: without(this.#state.figures, (_, key) => gone.has(key)) });
      },
      send: () => this.#sendFigures(call),
    });
  }

  async #sendFigures(call: Call): Promise<Waiting | null> {
    const { client, now } = this.#options;
    const { figures, dates, waiting, failure } = await askMetrics(
      client,
      call,
      now,
      this.note('metrics'),
    );
    if (failure?.kind === 'refused' && (await this.#learnMonth(call))) return null;
    const { figures: had } = this.#state;
    // A figure that is there stays until there is a newer one.
    const newer = figures.filter(
      ([key, state]) => !isNotThere(state) || isNotThere(had.get(key) ?? asking),
    );
    this.#set({
      figures: withEntries(had, newer),
      ...(dates === null
        ? {}
        : { dates: withEntries(this.#state.dates, [[spanKey(call), dates]]), problem: null }),
    });
    if (failure !== null) this.#fail(failure);
    else if (waiting === null) this.#ask();
    return waiting;
  }

  /**
   * Months that the service refuses may be those of a clock that runs ahead of the service's. A series of
   * the own term ends with the service's current month.
   *
   * @returns whether the month was another one; the view is asked for again then
   */
  async #learnMonth({ organization, months }: Call): Promise<boolean> {
    if (months === null) return false;
    this.#learned ??= this.#askMonth(organization);
    return (await this.#learned) && months.to === monthAt(this.#options.now());
  }

  async #askMonth(organization: string): Promise<boolean> {
    const month = await serviceMonth(this.#options.client, organization);
    if (month === null || month === monthAt(this.#options.now())) return false;
    const { figures, records } = this.#state;
    const kept = { figures: without(figures, isNotThere), records: without(records, isNotThere) };
    this.#set({ month, ...kept, problem: null });
    this.#ask();
    return true;
  }

  async #askIdentity(): Promise<void> {
    this.#set({ identity: asking });
    const outcome = await askIdentity(this.#options.client);
    this.#set({
      identity: outcome.ok ? known(outcome.value) : noFigure(describeFailure(outcome.failure)),
    });
    if (outcome.ok) this.#ask();
    else this.#fail(outcome.failure);
  }
}
