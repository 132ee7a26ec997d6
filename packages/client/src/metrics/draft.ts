import { type Checked, isAccepted, type Refusal } from '@tallyboard/core';
import { planWithoutFacts } from '@tallyboard/core/engine';
import {
  type NonEmpty,
  type OneOrMany,
  propertyNames,
  type ResolvedQuery,
  type Violation,
} from '@tallyboard/core/vocabulary';
import { splitEntries } from './split.js';

/** A metrics request as it is checked and split; the typed one of callers is one of these. */
export interface LooseRequest {
  readonly metrics: readonly object[];
  readonly dimensions?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

/** An entry with what it means, and its place in the request. */
export interface DraftEntry {
  readonly index: number;
  readonly sent: object;
  readonly query: ResolvedQuery;
  /** What it takes of the fifty (4.1.2). */
  readonly queries: number;
}

/** One of the requests into which a request is split. */
export interface DraftPart {
  /** The same text each time this part is asked for. */
  readonly body: string;
  /** In the order of the request. */
  readonly entries: readonly DraftEntry[];
}

/** A request that breaks no rule that can be known here. */
export interface Draft {
  readonly entries: readonly DraftEntry[];
  readonly byMonth: boolean;
  readonly parts: readonly DraftPart[];
}

/** Too wide for one request is what splitting is for. */
const widths: readonly Violation[] = ['entryCount', 'tooManyQueries'];

const isWidth = ({ violation }: Refusal): boolean =>
  (widths as readonly string[]).includes(violation);

/** One, and one more for each value of a list that breaks the figure down (4.1.2). */
const queriesOf = ({ properties }: ResolvedQuery): number =>
  propertyNames
    .filter((name) => name !== 'userType')
    .map((name): OneOrMany<string> | undefined => properties[name])
    .reduce((sum, words) => sum + (typeof words === 'object' ? words.length : 0), 1);

const inOrder = (a: DraftEntry, b: DraftEntry): number => a.index - b.index;

/**
 * Checks a request of any width and splits it (4.1.1 to 4.1.8, and 4.1.10 but for the window, which
 * only the service's clock decides).
 *
 * @returns the parts, or why no service would take it
 */
export const draftMetrics = (
  request: LooseRequest,
):
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly refusals: NonEmpty<Refusal> } => {
  const { metrics, ...form } = request;
  const whole = planWithoutFacts(request);
  const [refusal, ...more] = isAccepted(whole) ? [] : whole.left.filter((one) => !isWidth(one));
  if (refusal !== undefined) return { ok: false, refusals: [refusal, ...more] };
  const entries = metrics.map((sent, index): DraftEntry => {
    // What passed together passes alone: no rule but the width looks at two entries and wants both.
    const query = only(planWithoutFacts({ ...form, metrics: [sent] }));
    return { index, sent, query, queries: queriesOf(query) };
  });
  const parts = splitEntries(entries).map((members): DraftPart => {
    const ordered = members.toSorted(inOrder);
    const body = JSON.stringify({ ...form, metrics: ordered.map(({ sent }) => sent) });
    return { body, entries: ordered };
  });
  const byMonth = (request.dimensions?.length ?? 0) > 0;
  return { ok: true, draft: { entries, byMonth, parts } };
};

const only = (drafted: Checked<{ readonly queries: readonly ResolvedQuery[] }>): ResolvedQuery => {
  const [query] = isAccepted(drafted) ? drafted.right.queries : [];
  if (query === undefined)
    throw new TypeError('an entry means one thing alone and another in company');
  return query;
};
