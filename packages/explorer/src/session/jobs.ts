import type { Waiting } from './ask.js';
import { type Allowance, backAt, type Part } from './state.js';

/** A request that is sent again until it has its answer, or is not needed any more. */
export interface Job {
  /** Whose allowance it waits for; `null` for none. */
  readonly part: Part | null;
  readonly isShown: () => boolean;
  readonly send: () => Promise<Waiting | null>;
  /** Says of all that is not there that it is waited for. */
  readonly wait: (waiting: Waiting) => void;
  /** Forgets what is not there, so that it is asked for again when it is shown. */
  readonly drop: () => void;
}

export interface JobsOptions {
  readonly now: () => number;
  readonly later: (work: () => void, ms: number) => void;
  readonly allowance: (part: Part) => Allowance | null;
}

/**
 * Sends requests until they have their answers. Of those that are being computed one at a time is repeated:
 * an index that is built once answers them all, and each repetition uses the allowance.
 */
export class Jobs {
  readonly #options: JobsOptions;
  #computing: readonly Job[] = [];
  #hasTimer = false;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Sends a request, or holds it until the allowance has room; repeats it while it is waited for. */
  async run(job: Job): Promise<void> {
    const { now, allowance } = this.#options;
    if (!job.isShown()) {
      job.drop();
      return;
    }
    const until = job.part === null ? null : backAt(allowance(job.part), now());
    const waiting: Waiting | null = until === null ? await job.send() : { kind: 'held', until };
    if (waiting === null) {
      const rest = this.#computing;
      this.#computing = [];
      for (const one of rest) void this.run(one);
      return;
    }
    job.wait(waiting);
    if (waiting.kind === 'held') {
      this.#at(waiting.until, () => this.run(job));
      return;
    }
    this.#computing = [...this.#computing, job];
    this.#pollAt(waiting.until);
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
      if (next !== undefined) await this.run(next);
      // It may be not shown any more, or held: the others are not.
      this.#pollAt(this.#options.now());
    });
  }
}
