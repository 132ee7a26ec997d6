import type { RequestCounts } from './history.js';
import type { Endpoint, Purpose } from './request.js';
import type { Level, Need } from './rule.js';
import type { Reason, Verdict } from './verdict.js';

/** One exchange that a verdict rests on, with all that is needed to repeat it. */
export interface ReportedEvidence {
  readonly seq: number;
  readonly probe: string;
  /** What the request asks, in words. */
  readonly asks: string;
  /** Method, path and body; where one entry of the body is at fault, with this one alone. */
  readonly request: string;
  /** A command line with every header and the key as a variable: `$TALLYBOARD_API_KEY`, or `$TALLYBOARD_API_KEY_TEACHER`. */
  readonly curl: string;
  /** Why the command line does not send what was sent; empty when it does. */
  readonly remark: string;
  /** The status of the answer, or `null` when the wire broke. */
  readonly status: number | null;
  /** What was seen. */
  readonly actual: string;
  /** The part of the answer that shows it, an entry or a row a line; else the beginning of its body. */
  readonly excerpt: string;
  /** The whole request, where a part of it shows the failure. */
  readonly wide?: { readonly seq: number; readonly curl: string };
}

/** The finding on one rule. */
export interface ReportedRule {
  readonly id: string;
  readonly section: string;
  readonly clause: string;
  readonly level: Level;
  readonly need: Need;
  /** Only rules in scope decide the exit code. */
  readonly inScope: boolean;
  readonly verdict: Verdict;
  readonly reason: Reason | null;
  readonly message: string;
  /** Why a contradiction could not be confirmed; absent for all else. */
  readonly because?: string;
  readonly expected: readonly string[];
  readonly evidence: readonly ReportedEvidence[];
}

/** An open point of the specification and what this deployment does. */
export interface ProfileEntry {
  /** What was seen, or `unknown`. */
  readonly answer: string;
  /** What was pinned, when it was; another answer than the pinned one is listed as a warning. */
  readonly pinned: string | null;
  /** What the point is. */
  readonly question: string;
}

/** What this deployment does at every open point, by the point's name. */
export type Profile = Readonly<Record<string, ProfileEntry>>;

/** One request on the time line of the allowances. */
export interface TimelineEntry {
  readonly seq: number;
  readonly at: string;
  readonly elapsedMs: number;
  readonly endpoint: Endpoint;
  readonly target: string;
  readonly probe: string;
  readonly purpose: Purpose;
  /** `null` when the wire broke. */
  readonly status: number | null;
}

/** How many rules have each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** A verdict that differs from an earlier report's; `null` where one of the two has no such rule. */
export interface BaselineChange {
  readonly rule: string;
  readonly kind: 'newFailure' | 'fixed' | 'changed';
  readonly before: Verdict | null;
  readonly now: Verdict | null;
}

/** Wrong numbers that were made of a recorded run, and how many of them the judge noticed. */
export interface Noticed {
  readonly made: number;
  readonly noticed: number;
}

/** How much a pass proves: in all and by what the numbers are of, such as `postCount` or `roster`. */
export interface Power extends Noticed {
  /** Of the noticed ones, those that fail a rule; the others are odd by the published definitions. */
  readonly failed: number;
  readonly sections: Readonly<Record<string, Noticed>>;
}

/** The report of a run: what the JSON report holds, and what every other format is made of. */
export interface Report {
  /** Raised when members change their meaning or go; new members may come without. */
  readonly format: 1;
  /** Who judged. */
  readonly suite: { readonly name: string; readonly version: string };
  /** The verdict on the service: the worst of those in scope, an undecided one before a pass. */
  readonly verdict: Verdict;
  /** 0 pass, 1 a failure, 2 some must-rule undecided, 3 bad configuration, 4 the suite failed. */
  readonly exitCode: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly endedAt: string;
  /** Whom it was about. */
  readonly baseUrl: string;
  /** The organization under test. */
  readonly organization: string;
  /** Repeats the run. */
  readonly seed: number;
  /** What the run was allowed, and so how much it could decide. */
  readonly mode: {
    readonly seeded: boolean;
    readonly frozen: boolean;
    readonly quotaCheck: boolean;
  };
  /** Why the run ended: `complete`, `quota`, `pending`, `interrupted`, `smoke`, `unanswered`, `deadline`. */
  readonly ended: string;
  /** The cause in a sentence without its full stop; empty when the run was complete. */
  readonly endedBecause: string;
  /** How many were sent to each endpoint. */
  readonly requests: RequestCounts;
  /** How many of them got no answer; the service may have counted them or not. */
  readonly unanswered: RequestCounts;
  /** Requests an hour that each endpoint allows: 60, or what the operator said; 0 for no limit. */
  readonly allowance: number;
  /** Verdicts of the rules in scope, and how many rules were not. */
  readonly counts: { readonly inScope: VerdictCounts; readonly outOfScope: number };
  /** Every rule of the registry, in scope or not. */
  readonly rules: readonly ReportedRule[];
  /** What the service chose where the specification leaves it open. */
  readonly profile: Profile;
  /** Advice: what made this run prove less than it could. */
  readonly warnings: readonly string[];
  /** Rules that the run left out on request. */
  readonly skipped: readonly string[];
  /** Every request with its status and time. */
  readonly timeline: readonly TimelineEntry[];
  /** When and why nothing was sent. */
  readonly waits: readonly { readonly at: string; readonly until: string; readonly why: string }[];
  /** The recorded run. */
  readonly history: { readonly records: number };
  /** How much the passes prove; absent unless it was worked out. */
  readonly power?: Power;
  /** What differs from the baseline, when the run was given one. */
  readonly changes?: readonly BaselineChange[];
}
