import { describeFailure, type Progress } from '@tallyboard/client';
import type { Subscription } from '@tallyboard/core/vocabulary';
import { callsOf, figureKey, type Setting, spanKey } from '../model/calls.js';
import { subscriptionEntry } from '../model/catalog.js';
import { asking, type Known, known, type Waiting } from '../model/known.js';
import { monthsOfView } from '../model/period.js';
import { hasSeats } from '../model/picture.js';
import type { View } from '../model/view.js';
import {
  backAt,
  firstState,
  monthAt,
  newerOf,
  organizationsIn,
  type Part,
  recordKey,
  recordOf,
  type SessionOptions,
  type SessionState,
} from './state.js';
import {
  boardWant,
  builderWant,
  figuresWant,
  identityWant,
  membersWant,
  personWant,
  rosterWant,
  serviceMonth,
  type Want,
} from './wants.js';

/** Organizations whose members are counted for the choice: each count is a request. */
const countedMax = 12;

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
  /** Boards whose builder was asked for. */
  #builders: readonly string[] = [];
  /** Wants that the service computes. */
  #computing: readonly Want[] = [];
  #hasTimer = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { identity } = options;
    if (identity !== undefined) this.#keep([[recordKey('identity', ''), known(identity)]]);
    this.#ask();
  }

  get state(): SessionState {
    return this.#state;
  }

  settingOf(view: View): Setting {
    const { dates, month } = this.#state;
    const thisMonth = month ?? monthAt(this.#options.now());
    const months = monthsOfView(view, thisMonth);
    return {
      type: organizationsIn(this.#state).find(({ id }) => id === view.organization)?.type ?? null,
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
    this.#drop(({ kind }) => kind === 'none' || kind === 'failed');
    this.#ask();
  }

  /** Asks for all of the view again. */
  refresh(): void {
    this.#drop((_, key) => key !== recordKey('identity', ''));
    this.#set({ month: null });
    this.#ask();
  }

  /** Reads who has built some boards. */
  findBuilders(boards: readonly string[]): void {
    this.#builders = boards;
    this.#ask();
  }

  /** Ends the session: nothing is asked any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Takes note of what an answer says of an allowance. */
  readonly note =
    (part: Part) =>
    (progress: Progress): void => {
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

  #keep(values: Iterable<readonly [string, Known<unknown>]>): void {
    this.#set({ known: new Map([...this.#state.known, ...values]) });
  }

  /** What is there stays; of all else the state is said. */
  #keepStates(keys: readonly string[], state: Known<never>): void {
    this.#keep(keys.filter((key) => !this.#isThere(key)).map((key) => [key, state]));
  }

  /** Whether a key has been answered. */
  #isThere(key: string): boolean {
    const kind = this.#state.known.get(key)?.kind;
    return kind === 'known' || kind === 'failed';
  }

  #drop(isGone: (value: Known<unknown>, key: string) => boolean): void {
    const left = [...this.#state.known].filter(([key, value]) => !isGone(value, key));
    this.#set({ known: new Map(left) });
  }

  /** Forgets what is not there, so that it is asked for again when it is shown. */
  #dropMissing({ keys }: Want): void {
    this.#drop((_, key) => keys.includes(key) && !this.#isThere(key));
  }

  /** What the view needs, the first thing first. */
  #viewWants(): readonly Want[] {
    const [state, view] = [this.#state, this.#view];
    if (recordOf(state, 'identity', '').kind !== 'known') return [identityWant];
    if (view === null) return [];
    const { organization, board, person } = view;
    if (board !== '') return [boardWant(board)];
    if (organization === '') {
      const counted = organizationsIn(state).slice(0, countedMax);
      return counted.map(({ id }) => membersWant(id));
    }
    const { now, months, seats, roster, period } = callsOf(view, this.settingOf(view));
    const term = state.known.get(figureKey(now, subscriptionEntry)) ?? asking;
    return [
      figuresWant(now),
      ...(months === null ? [] : [figuresWant(months)]),
      ...(hasSeats(term as Known<Subscription>) ? [] : [figuresWant(seats)]),
      rosterWant(roster),
      ...(person.id === '' || period === null ? [] : [personWant(view, now.months, period)]),
      ...this.#builders.map(builderWant),
    ];
  }

  /** What may be asked for now. */
  #wants(): readonly Want[] {
    if (this.#isClosed) return [];
    const wants = this.#viewWants();
    if (this.#state.month !== null || this.#view?.organization === '') return wants;
    // A service whose clock is behind refuses the browser's month: until it has taken it, one at a time.
    const ended: readonly unknown[] = ['known', 'failed', 'none'];
    const isOpen = (key: string): boolean => !ended.includes(this.#state.known.get(key)?.kind);
    return wants.filter(({ keys }) => keys.some(isOpen)).slice(0, 1);
  }

  #ask(): void {
    // Why the view lacks something, whatever else is answered.
    const lacks = this.#viewWants().flatMap(({ keys }) =>
      keys.map((key) => this.#state.known.get(key)),
    );
    const failures = lacks.map((one) => (one?.kind === 'none' ? one.failure : null));
    const problem = failures.find((failure) => failure !== null) ?? null;
    if (problem !== this.#state.problem) this.#set({ problem });
    for (const want of this.#wants()) {
      const keys = want.keys.filter((key) => !this.#state.known.has(key));
      if (keys.length === 0) continue;
      this.#keepStates(keys, asking);
      void this.#run({ ...want, keys });
    }
  }

  /**
   * Sends a request until it has its answer, or holds it until the allowance has room. Of those that are being
   * computed one at a time is repeated: an index that is built once answers them all, and each repetition uses
   * the allowance.
   */
  async #run(want: Want): Promise<void> {
    if (!this.#wants().some(({ id }) => id === want.id)) {
      this.#dropMissing(want);
      return;
    }
    const { now } = this.#options;
    const until = want.part === null ? null : backAt(this.#state.allowances[want.part], now());
    const waiting = until === null ? await this.#send(want) : ({ kind: 'held', until } as const);
    if (waiting === null) {
      const rest = this.#computing;
      this.#computing = [];
      for (const one of rest) void this.#run(one);
      return;
    }
    this.#keepStates(want.keys, waiting);
    if (waiting.kind === 'held') {
      this.#at(waiting.until, () => this.#run(want));
      return;
    }
    this.#computing = [...this.#computing, want];
    this.#pollAt(waiting.until);
  }

  /**
   * Sends a request once. Where the client would wait, for figures or for the allowance, it ends with what
   * there is: on its own the client would hold back the figures that are there already.
   */
  async #send(want: Want): Promise<Waiting | null> {
    const { client, now } = this.#options;
    const { keys, part, monthsOf } = want;
    const stopping = new AbortController();
    let waiting = null as Waiting | null;
    const onProgress = (progress: Progress): void => {
      if (part !== null) this.note(part)(progress);
      if (progress.kind !== 'waiting' || progress.reason === 'retry') return;
      const kind = progress.reason === 'figures' ? 'computing' : 'held';
      waiting = { kind, until: progress.until.getTime() };
      stopping.abort();
    };
    const options = { signal: stopping.signal, onProgress };
    const { values, dates, failure } = await want.ask(client, options, keys);
    if (failure?.kind === 'rateLimited')
      waiting = { kind: 'held', until: now() + failure.retryAfterSeconds * 1000 };
    if (monthsOf !== null && this.#state.month === null) {
      const isRefused = failure?.kind === 'refused';
      const month = isRefused ? await serviceMonth(client, monthsOf) : null;
      this.#set({ month: month ?? monthAt(now()) });
      if (isRefused) {
        this.#dropMissing(want);
        this.#ask();
        return null;
      }
    }
    this.#keep(values);
    if (dates !== undefined) this.#set({ dates: new Map([...this.#state.dates, dates]) });
    if (waiting === null) {
      const why = failure === null ? 'There is no answer.' : describeFailure(failure);
      const isFault = failure?.kind === 'rosterFailed';
      this.#keepStates(keys, isFault ? { kind: 'failed', why } : { kind: 'none', why, failure });
    }
    this.#ask();
    return waiting;
  }

  #at(time: number, work: () => Promise<void>): void {
    const { now, later } = this.#options;
    later(() => void work(), Math.max(0, time - now()));
  }

  #pollAt(time: number): void {
    if (this.#hasTimer || this.#computing.length === 0) return;
    this.#hasTimer = true;
    this.#at(time, async () => {
      const [next, ...rest] = this.#computing;
      this.#computing = rest;
      this.#hasTimer = false;
      if (next !== undefined) await this.#run(next);
      // It may be not shown any more, or held: the others are not.
      this.#pollAt(this.#options.now());
    });
  }
}
