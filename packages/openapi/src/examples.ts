import type { MetricName } from '@tallyboard/core/vocabulary';
import type { Operation } from './schemas/errors.js';

/** One exchange with a real service. */
export interface Exchange {
  /** Which of the four requests it was. */
  readonly operation: Operation;
  /** Short and unique within its operation and status. */
  readonly name: string;
  /** What it shows. */
  readonly summary: string;
  /** The body that was sent, if any. */
  readonly body?: unknown;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The document that came back. */
  readonly document: unknown;
}

/** What a real service answered: the document shows these answers and makes up none. */
export interface Examples {
  /** Requests with their answers, in the order in which they are shown. */
  readonly exchanges: readonly Exchange[];
  /** One answered metric of every kind. */
  readonly results: Readonly<Record<MetricName, unknown>>;
}

/** An example as OpenAPI keeps it. */
export interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

/** Examples of an operation by their names; `undefined` where there is none. */
export const namedExamples = (
  { exchanges }: Examples,
  operation: Operation,
  chosen: (exchange: Exchange) => boolean,
  valueOf: (exchange: Exchange) => unknown,
): Readonly<Record<string, NamedExample>> | undefined => {
  const found = exchanges.filter((one) => one.operation === operation && chosen(one));
  if (found.length === 0) return undefined;
  return Object.fromEntries(
    found.map((one) => [one.name, { summary: one.summary, value: valueOf(one) }]),
  );
};
