import { type Client, describeFailure, type Failure, type Progress } from '@tallyboard/client';
import type { Subscription } from '@tallyboard/core/vocabulary';
import { type Call, callsOf, figureKey, type Setting, spanKey } from '../model/calls.js';
import { subscriptionEntry } from '../model/catalog.js';
import { asking, type Known, known, noFigure } from '../model/known.js';
import { monthsOfView } from '../model/period.js';
import { hasSeats } from '../model/picture.js';
import type { View } from '../model/view.js';
import { backAt, newerOf } from './allowance.js';
import { askMetrics } from './ask-metrics.js';
import { askIdentity, serviceMonth } from './lookups.js';
import { Records } from './records.js';
import { rosterKey } from './roster-request.js';
import {
  firstState,
  type Identity,
  type Problem,
  type SessionState,
  withEntries,
  without,
} from './state.js';

export interface SessionOptions {
  readonly client: Client;
  /** Whose key it is where that is known without asking, as with files. */
  readonly identity?: Identity;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once, later. */
  readonly later: (work: () => void, ms: number) => void;
  readonly onChange: (state: SessionState) => void;
}

/** The month that a time lies in, `YYYY-MM`, in UTC as everything of the API. */
const monthAt = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/**
 * One tab's talk with a service. It asks for what a view needs and does not have, keeps what it got, and
 * repeats a request that is being computed when the service says so. It never asks twice for a figure
 * that it has.
 */
export class Session {
  readonly #options: SessionOptions;
  #state: SessionState = firstState;
  #view: View | null = null;
  readonly #records: Records;
  #isClosed = false;
  /** Whether the service's month is another one than here, once a range was refused. */
  #learned: Promise<boolean> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#records = new Records({
      client: options.client,
      state: () => this.#state,
      set: (change) => this.#set(change),
      fail: (part, failure) => this.#fail(part, failure),
      note: (progress) => this.note('roster', progress),
    });
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
    const isLost = ({ kind }: Known<unknown>): boolean => kind === 'none' || kind === 'failed';
    const { figures, rosters, boards, people, identity } = this.#state;
    this.#set({
      problem: null,
      figures: without(figures, isLost),
      rosters: without(rosters, isLost),
      boards: without(boards, isLost),
      people: without(people, isLost),
    });
    if (isLost(identity)) void this.#askIdentity();
    else this.#ask();
  }

  /** Asks for the figures of the view again. Those of before stay until the new ones are there. */
  refresh(): void {
    const view = this.#view;
    if (view === null) return;
    const { now, months } = callsOf(view, this.settingOf(view));
    const asked = rosterKey(view, this.settingOf(view).thisMonth);
    this.#set({ problem: null, rosters: without(this.#state.rosters, (_, key) => key !== asked) });
    for (const call of [now, months]) if (call !== null) void this.#send(call);
  }

  findBuilders(boards: readonly string[]): Promise<void> {
    return this.#records.findBuilders(boards);
  }

  /** Ends the session: nothing is asked any more. */
  close(): void {
    this.#isClosed = true;
    this.#records.close();
  }

  /** Takes note of what an answer says of an allowance. */
  note(part: 'metrics' | 'roster', progress: Progress): void {
    if (progress.kind !== 'answered' || progress.allowance === null) return;
    const allowance = { notice: progress.allowance, at: this.#options.now() };
    const newer = newerOf(this.#state.allowances[part], allowance);
    this.#set({ allowances: { ...this.#state.allowances, [part]: newer } });
  }

  #set(change: Partial<SessionState>): void {
    if (this.#isClosed) return;
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }

  #fail(part: Problem['part'], failure: Failure | null): void {
    if (failure !== null && failure.kind !== 'aborted') this.#set({ problem: { part, failure } });
  }

  #ask(): void {
    const view = this.#view;
    const { identity, figures } = this.#state;
    if (view === null || this.#isClosed || identity.kind !== 'known') return;
    if (view.board !== '') {
      void this.#records.askBoard(view.board);
      return;
    }
    if (view.organization === '') {
      void this.#records.countMembers(identity.value, () => this.#view?.organization === '');
      return;
    }
    const setting = this.settingOf(view);
    const calls = callsOf(view, setting);
    const { now, months, seats } = calls;
    const term = figures.get(figureKey(now, subscriptionEntry)) as Known<Subscription> | undefined;
    // The large chart comes from the first answer.
    for (const call of [months, now, hasSeats(term ?? asking) ? null : seats]) {
      const entries = call?.entries.filter((entry) => !figures.has(figureKey(call, entry))) ?? [];
      if (call !== null && entries.length > 0) void this.#send({ ...call, entries });
    }
    void this.#records.askRoster(view, setting.thisMonth);
    if (view.person.id !== '') void this.#records.askPerson(view, calls);
  }

  async #send(call: Call): Promise<void> {
    const { client, now } = this.#options;
    const keys = call.entries.map((entry) => figureKey(call, entry));
    const missing = keys.filter((key) => this.#state.figures.get(key)?.kind !== 'known');
    const until = backAt(this.#state.allowances.metrics, now());
    if (until !== null) {
      this.#putAll(missing, { kind: 'held', until });
      this.#sendAgain(call, until);
      return;
    }
    this.#putAll(
      missing.filter((key) => !this.#state.figures.has(key)),
      asking,
    );
    const { figures, dates, againAt, failure } = await askMetrics(client, call, now, (progress) =>
      this.note('metrics', progress),
    );
    if (failure?.kind === 'refused' && (await this.#learnMonth(call))) return;
    const { figures: had } = this.#state;
    // A figure that is there stays until there is a newer one.
    const newer = figures.filter(
      ([key, state]) => state.kind === 'known' || had.get(key)?.kind !== 'known',
    );
    this.#set({
      figures: withEntries(had, newer),
      ...(dates === null
        ? {}
        : { dates: withEntries(this.#state.dates, [[spanKey(call), dates]]), problem: null }),
    });
    this.#fail('figures', failure);
    if (againAt !== null) this.#sendAgain(call, againAt);
    else if (failure === null) this.#ask();
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
    const isNone = ({ kind }: Known<unknown>): boolean => kind !== 'known';
    const { figures, rosters } = this.#state;
    const kept = { figures: without(figures, isNone), rosters: without(rosters, isNone) };
    this.#set({ month, ...kept, problem: null });
    this.#ask();
    return true;
  }

  #putAll(keys: readonly string[], state: Known<never>): void {
    const entries = keys.map((key) => [key, state] as const);
    if (keys.length > 0) this.#set({ figures: withEntries(this.#state.figures, entries) });
  }

  /** Repeats the identical request, unless the view has changed meanwhile. */
  #sendAgain(call: Call, at: number): void {
    this.#options.later(
      () => {
        if (this.#isClosed) return;
        if (this.#isShown(call)) {
          void this.#send(call);
          return;
        }
        const keys = new Set(call.entries.map((entry) => figureKey(call, entry)));
        const isOpen = ({ kind }: Known<unknown>, key: string): boolean =>
          keys.has(key) && kind !== 'known';
        this.#set({ figures: without(this.#state.figures, isOpen) });
      },
      Math.max(0, at - this.#options.now()),
    );
  }

  #isShown(call: Call): boolean {
    const view = this.#view;
    if (view?.board !== '') return false;
    const { now, months, seats } = callsOf(view, this.settingOf(view));
    return [now, months, seats].some(
      (one) => one?.byMonth === call.byMonth && spanKey(one) === spanKey(call),
    );
  }

  async #askIdentity(): Promise<void> {
    this.#set({ identity: asking });
    const outcome = await askIdentity(this.#options.client);
    this.#set({
      identity: outcome.ok ? known(outcome.value) : noFigure(describeFailure(outcome.failure)),
    });
    if (outcome.ok) this.#ask();
    this.#fail('user', outcome.ok ? null : outcome.failure);
  }
}
