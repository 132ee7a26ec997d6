import type { CallOptions, Connection } from '../connection.js';
import { type Failure, failWith, type Outcome } from '../failure.js';
import type { Random } from '../ports.js';
import type { AllowanceNotice, Progress, WaitingFor } from '../progress.js';
import { type Answer, exchange, type Question } from './exchange.js';
import { judge } from './verdict.js';

type Event = Progress extends infer P
  ? P extends unknown
    ? Omit<P, 'requestsUsed'>
    : never
  : never;

const requestsOtherwise = 20_000;

const firstMs = 500;
const longestMs = 30_000;

/**
 * How long to wait before a request goes out again after its n-th fault: twice as long each time, and
 * anywhere in the upper half of that, so that clients that failed together do not return together.
 */
const backoffMs = (fault: number, random: Random): number => {
  const ceiling = Math.min(longestMs, firstMs * 2 ** (fault - 1));
  return Math.ceil(ceiling / 2 + (random() * ceiling) / 2);
};

/** One call of a caller: what it has spent, and the rules by which it asks and waits. */
export class Call {
  readonly #connection: Connection;
  readonly #options: CallOptions;
  readonly #signal: AbortSignal;
  readonly #endsAt: number;
  #requestsUsed = 0;
  /** What the last answer said of the allowance, and when. */
  #allowance: { readonly notice: AllowanceNotice; readonly at: number } | null = null;

  /** Its time runs from now on. */
  constructor(connection: Connection, options: CallOptions = {}) {
    this.#connection = connection;
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#endsAt = connection.clock.now() + (options.msMax ?? Number.POSITIVE_INFINITY);
  }

  now(): number {
    return this.#connection.clock.now();
  }

  report(event: Event): void {
    this.#options.onProgress?.({ ...event, requestsUsed: this.#requestsUsed });
  }

  /** Does nothing until an instant; a failure when the call may not wait that long, or was aborted. */
  async waitUntil(instantMs: number, reason: WaitingFor): Promise<Failure | null> {
    const stopped = this.#stopped();
    if (stopped !== null) return stopped;
    const ms = instantMs - this.now();
    if (ms <= 0) return null;
    if (instantMs > this.#endsAt || ms > this.#connection.waitMsMax) return this.#outOfTime();
    this.report({ kind: 'waiting', reason, until: new Date(instantMs) });
    await this.#connection.clock.sleep(ms, this.#signal);
    return this.#stopped();
  }

  /** Sends a request until a 200 or 202 with JSON comes, or a failure: repeats after faults, waits after a 429. */
  async ask(question: Question): Promise<Outcome<Answer>> {
    for (let faults = 0; ; ) {
      const held = await this.#waitForAllowance();
      if (held !== null) return failWith(held);
      this.#requestsUsed += 1;
      const heard = await this.#exchange(question);
      if (this.#signal.aborted) return failWith(this.#aborted());
      if (this.now() >= this.#endsAt && heard.kind === 'unreachable') {
        return failWith(this.#outOfTime());
      }
      const { again, ...outcome } = judge(heard);
      if (again === undefined) return outcome;
      if (again.reason === 'retry') faults += 1;
      if (faults > this.#connection.retriesMax) return outcome;
      const pause = faults === 0 ? 0 : backoffMs(faults, this.#connection.random);
      const ms = Math.max(pause, again.seconds * 1000);
      const refused = await this.waitUntil(this.now() + ms, again.reason);
      // Why the request was to be repeated says more than that it cannot be.
      if (refused !== null) return refused.kind === 'aborted' ? failWith(refused) : outcome;
    }
  }

  /** An answer that says that nothing is left saves a request that would be refused. */
  async #waitForAllowance(): Promise<Failure | null> {
    const known = this.#allowance;
    if (known === null || known.notice.remaining > 0) return this.#stopped();
    const dueAt = known.at + known.notice.resetSeconds * 1000;
    this.#allowance = null;
    const refused = await this.waitUntil(dueAt, 'allowance');
    if (refused?.kind !== 'outOfTime') return refused;
    const retryAfterSeconds = Math.ceil((dueAt - this.now()) / 1000);
    return { kind: 'rateLimited', retryAfterSeconds, reasons: [] };
  }

  async #exchange(question: Question) {
    const ms = Math.min(this.#connection.requestMsMax, this.#endsAt - this.now());
    const heard = await exchange(this.#connection, question, ms, this.#signal);
    if (heard.kind === 'answer') {
      const { status, allowance } = heard;
      this.#allowance = allowance && { notice: allowance, at: this.now() };
      this.report({ kind: 'answered', status, allowance });
    }
    return heard;
  }

  #stopped(): Failure | null {
    if (this.#signal.aborted) return this.#aborted();
    if (this.now() >= this.#endsAt) return this.#outOfTime();
    return this.#requestsUsed < (this.#options.requestsMax ?? requestsOtherwise)
      ? null
      : { kind: 'budgetSpent', requestsUsed: this.#requestsUsed };
  }

  #aborted(): Failure {
    return { kind: 'aborted', reason: this.#signal.reason as unknown };
  }

  #outOfTime(): Failure {
    return { kind: 'outOfTime', requestsUsed: this.#requestsUsed };
  }
}
