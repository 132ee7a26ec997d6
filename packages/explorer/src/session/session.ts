import {
  type CallOptions,
  describeFailure,
  type Failure,
  type Outcome,
  type RosterPageRequest,
} from '@tallyboard/client';
import type { Subscription } from '@tallyboard/core/vocabulary';
import { type Call, callsOf, figureKey, personKey, type Setting, spanKey } from '../model/calls.js';
import { subscriptionEntry } from '../model/catalog.js';
import { asking, type Known, known, noFigure } from '../model/known.js';
import { monthsOfView } from '../model/period.js';
import { hasSeats } from '../model/picture.js';
import type { View } from '../model/view.js';
import { askMetrics, type Listener, sendOnce, type Waiting } from './ask.js';
import { Jobs } from './jobs.js';
import { askIdentity, findBuilder, findPerson, memberCount, serviceMonth } from './lookups.js';
import {
  firstState,
  isLost,
  isNotThere,
  type Kinds,
  monthAt,
  newerOf,
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

  /** Asks for all of the view again. */
  refresh(): void {
    this.#set({ problem: null, records: new Map(), figures: new Map() });
    this.#ask();
  }

  /** Reads who has built some boards. */
  findBuilders(boards: readonly string[]): void {
    const { client } = this.#options;
    for (const id of boards)
      this.#askRecord('builder', id, (options) => findBuilder(client, id, options));
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
      this.#askRecord('board', board, (options) => client.board(board, { include, ...options }));
      return;
    }
    if (organization === '') {
      // Two of one name differ in their members; each count is a request, so not all of many.
      const counted = identity.value.organizations.slice(0, 12);
      for (const { id } of counted)
        this.#askRecord('members', id, (options) => memberCount(client, id, options));
      return;
    }
    // The large chart comes from the first answer.
    for (const call of this.#callsShown()) {
      const entries = call.entries.filter((entry) => !figures.has(figureKey(call, entry)));
      if (entries.length > 0) this.#askFigures({ ...call, entries });
    }
    const { period, now, roster } = callsOf(view, this.settingOf(view));
    this.#askRecord(
      'roster',
      JSON.stringify(roster),
      (options) => client.rosterPage(roster, options),
      () => this.#isListed(roster),
    );
    if (person.id !== '' && period !== null) {
      this.#askRecord('person', personKey(view, period), (options) =>
        findPerson(client, view, now.months, period.comparison, options),
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

  /** Asks for a record that is not there; one of the roster waits until the allowance has room. */
  #askRecord<K extends keyof Kinds>(
    kind: K,
    id: string,
    send: (options: CallOptions) => Promise<Outcome<Kinds[K]>>,
    isShown: () => boolean = () => !this.#isClosed,
  ): void {
    const key = recordKey(kind, id);
    if (this.#state.records.has(key)) return;
    const part = kind === 'roster' || kind === 'person' ? 'roster' : null;
    const put = (record: Known<Kinds[K]>): void =>
      this.#set({ records: withEntries(this.#state.records, [[key, record]]) });
    put(asking);
    void this.#jobs.run({
      part,
      isShown,
      wait: put,
      drop: () => this.#set({ records: without(this.#state.records, (_, one) => one === key) }),
      send: async () => {
        const listener = part === null ? () => undefined : this.note(part);
        const { outcome, waiting } = await sendOnce(send, this.#options.now, listener);
        if (outcome.ok) put(known(outcome.value));
        else if (waiting === null) {
          const why = describeFailure(outcome.failure);
          const isFault = outcome.failure.kind === 'rosterFailed';
          put(isFault ? { kind: 'failed', why } : noFigure(why));
          if (!isFault) this.#fail(outcome.failure);
        }
        return waiting;
      },
    });
  }

  #isListed(roster: RosterPageRequest): boolean {
    const view = this.#isClosed ? null : this.#view;
    if (view?.board !== '') return false;
    return JSON.stringify(callsOf(view, this.settingOf(view)).roster) === JSON.stringify(roster);
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
