import type { Month } from '@tallyboard/core/vocabulary';
import type { Boards } from '../model/configuration.js';
import type { Endpoint, Header, KeyName, TargetName } from '../model/request.js';

/** The two families that content safety distinguishes: schools and classrooms, or teams (2.2, 4.1.9). */
export type Family = 'school' | 'team';

/** One roster row as it was seen, before pseudonyms: what later probes are made of. */
export interface SeenRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly userType: string;
  /** Active in the closed range. */
  readonly active: boolean;
}

/** What the run knows when it makes a request. */
export interface ProbeContext {
  readonly organizations: Readonly<Partial<Record<TargetName, string>>>;
  readonly boards: Boards;
  readonly month: Month;
  readonly family: Family;
  readonly seed: number;
  /** Which variant of a probe with several this run takes. */
  readonly rotation: number;
  /** The unfiltered roster as far as it was walked; `null` before. */
  readonly roster: { readonly totalCount: number; readonly rows: readonly SeenRow[] } | null;
}

/** What is made anew in each context. */
export type Make<A> = (context: ProbeContext) => A;

/** Parameters of a query, in order. */
export type Pairs = readonly (readonly [string, string])[];

/** A request but for its defaults. */
export interface Draft {
  /** The JSON body, or the body's very text. */
  readonly body?: unknown;
  readonly query?: Pairs;
  /** Replaces the default headers. */
  readonly headers?: readonly Header[];
  readonly key?: KeyName;
  /** Replaces the endpoint's path. */
  readonly path?: string;
  readonly method?: 'GET' | 'POST';
  /** What a judge will need to know of the moment of asking. */
  readonly knows?: Readonly<Record<string, unknown>>;
}

/** What a probe is for: to be served, to be refused, access, records, or an open point. */
export type ProbeKind = 'valid' | 'rejection' | 'access' | 'record' | 'open';

/** A request of the plan, as data. */
export interface Probe {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly kind: ProbeKind;
  /** Whose allowance it spends, and whose organization and key it takes unless the draft says so. */
  readonly target: TargetName;
  /** What it asks, for `plan`. */
  readonly says: string;
  /** It rests on the current month, or on the current year, being certain. */
  readonly boundary: 'month' | 'year' | null;
  /** Probes whose answers it is made of. */
  readonly after: readonly string[];
  /** Every run sends it: without its answer nothing else can be made or understood. */
  readonly always?: boolean;
  /** Its rows show the roster, of which later probes are made. */
  readonly learnsRoster?: boolean;
  /** It lists boards of the current user, which later probes read where none is configured. */
  readonly learnsBoards?: boolean;
  /** It asks for figures beside its open point. */
  readonly asksFigures?: boolean;
  /** A rule that reads whatever is answered is decided by it when little is sent (`--only`). */
  readonly representative?: boolean;
  /** `null`: there is nothing to ask in this context. */
  readonly draft: (context: ProbeContext) => Draft | null;
  /** The one rule of a refusal or an open point, of which `says` is the clause; points have a name in the profile. */
  readonly decides?:
    | { readonly rule: string; readonly level: 'must' | 'inferred' }
    | { readonly rule: string; readonly level: 'observed'; readonly name: string };
}

/** Probes of one kind to one endpoint. */
export const probesOf =
  (endpoint: Endpoint, kind: ProbeKind) =>
  (id: string, says: string, draft: Probe['draft'], more: Partial<Probe> = {}): Probe => {
    const plain = { target: 'main', boundary: null, after: [] } as const;
    return { ...plain, id, endpoint, kind, says, draft, ...more };
  };

/** No probe has more variants: so many rotations send all of them. */
export const rotationsMax = 6;

/** The variant of a probe with several that a run takes: runs one after another take them all. */
export const variant = <A>(all: readonly A[], { rotation }: ProbeContext): A =>
  all[rotation % all.length] as A;
