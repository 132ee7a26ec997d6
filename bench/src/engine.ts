import type { EventColumns } from '../../packages/core/src/events/columns.js';
import type { Answer, Question } from './question.js';
import type { Activity } from './schools.js';

export type Awaitable<A> = A | Promise<A>;

/** One organization, loaded. */
export interface Store {
  readonly answer: (question: Question) => Awaitable<Answer>;
}

/** Something that answers questions about events. */
export interface Engine {
  readonly version: string;
  readonly load: (columns: EventColumns) => Awaitable<Store>;
}

/** What is known of an engine before it runs. */
export interface EngineCard {
  readonly name: string;
  readonly title: string;
  /** A peer is another product. */
  readonly isPeer: boolean;
  readonly open: () => Promise<Engine>;
  /** The only works that it is asked, when it is for these alone. */
  readonly worksOnly?: readonly string[];
  /** The only activity that it is asked about, when it says nothing of the other. */
  readonly activityOnly?: Activity;
  /** Whether its answers are estimates: they need not be equal, and the report has their error. */
  readonly isEstimate?: boolean;
  /** Works that it cannot express, and why. */
  readonly leavesOut?: Readonly<Record<string, string>>;
}
