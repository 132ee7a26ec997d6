/** What a rule, or a whole run, is found to be. `notApplicable` is neutral: it neither helps nor harms. */
export type Verdict = 'pass' | 'fail' | 'undecided' | 'notApplicable';

/** Why a verdict could not be reached although the rule is in scope. */
export type UndecidedReason =
  /** Still computing when the requests or the patience of this run were used up. */
  | 'pending'
  /** A 429, or no request left in the allowance: that is no observation. */
  | 'quota'
  /** The data changed between two answers that had to be compared. */
  | 'drift'
  /** Answers contradict each other, and asking again did not confirm it. */
  | 'contradiction'
  /** Only zeros or empty lists were compared: that proves nothing. */
  | 'vacuous'
  /** The wire failed: no answer, a truncated one, or one from a gateway. */
  | 'transport'
  /** The month changes near the time of the run, and the rule rests on the current month. */
  | 'monthChange'
  /** An answer that the rule builds on was not the expected kind; another rule says so. */
  | 'prerequisite'
  /** The request that feeds the rule was not sent. */
  | 'notSent'
  /** The operator left the rule out with `--skip`. */
  | 'skipped'
  /** The judge itself failed: a fault of the suite. */
  | 'judgeFailed';

/** Why a rule is outside the scope of this run. */
export type NotApplicableReason =
  /** It needs a key, an organization or a board that the configuration does not name. */
  | 'needsConfig'
  /** It needs facts that the suite knows (`--facts`). */
  | 'needsSeed'
  /** It needs a service that can be made slow or faulty, and neither happened by itself. */
  | 'needsFault'
  /** It needs the quota check, which was not requested (`--quota-check`). */
  | 'notRequested'
  /** Its condition never occurred: no 202 was seen, no value was null. */
  | 'notExercised'
  /** It is about another type of organization. */
  | 'otherOrganizationType'
  /** It is about clients, or about what no request can show. */
  | 'notObservable'
  /** The specification leaves the point open; the profile has what was seen. */
  | 'observed'
  /** `--only` selected other rules. */
  | 'notSelected';

/** The reason beside a verdict; `null` for a plain pass or fail. */
export type Reason = UndecidedReason | NotApplicableReason;

/** One exchange that a judgement rests on, with what was seen in it. */
export interface Evidence {
  /** The number of the exchange in the history. */
  readonly seq: number;
  /** What was seen, short: a status, a value with its JSON Pointer. */
  readonly actual: string;
}

/** What a judge says. */
export interface Judgement {
  /** What came out. */
  readonly verdict: Verdict;
  /** Why there is no pass or fail; `null` for those. */
  readonly reason: Reason | null;
  /** A sentence for people: what was compared and what came out. */
  readonly message: string;
  /** What it rests on. */
  readonly evidence: readonly Evidence[];
  /** Why a contradiction could not be confirmed: the end of a sentence that begins with `because`. */
  readonly because?: string;
}

const weight: Readonly<Record<Verdict, number>> = {
  notApplicable: 0,
  pass: 1,
  undecided: 2,
  fail: 3,
};

/** The heavier of two verdicts: fail, then undecided, then pass; `notApplicable` is the unit. */
export const join = (a: Verdict, b: Verdict): Verdict => (weight[a] >= weight[b] ? a : b);

/** A judgement that holds. */
export const pass = (message: string, evidence: readonly Evidence[] = []): Judgement => ({
  verdict: 'pass',
  reason: null,
  message,
  evidence,
});

/** A judgement that a rule is broken. */
export const fail = (message: string, evidence: readonly Evidence[] = []): Judgement => ({
  verdict: 'fail',
  reason: null,
  message,
  evidence,
});

/** A judgement that could not be reached. */
export const undecided = (
  reason: UndecidedReason,
  message: string,
  evidence: readonly Evidence[] = [],
): Judgement => ({ verdict: 'undecided', reason, message, evidence });

/** Answers that contradict each other, which asking again did not confirm, and why. */
export const contradicted = (
  says: string,
  because: string,
  evidence: readonly Evidence[],
): Judgement => ({
  verdict: 'undecided',
  reason: 'contradiction',
  message: `${says}. Not confirmed, because ${because}.`,
  evidence,
  because,
});

/** A judgement that the rule does not concern this run. */
export const notApplicable = (
  reason: NotApplicableReason,
  message: string,
  evidence: readonly Evidence[] = [],
): Judgement => ({ verdict: 'notApplicable', reason, message, evidence });

/** The heaviest judgement of several, with the evidence of all that are as heavy. */
export const heaviest = (judgements: readonly Judgement[]): Judgement => {
  const verdict = judgements.map((one) => one.verdict).reduce<Verdict>(join, 'notApplicable');
  const heavy = judgements.filter((one) => one.verdict === verdict);
  const [first] = heavy;
  if (first === undefined) return undecided('notSent', 'Nothing was sent that could decide this.');
  return { ...first, evidence: heavy.flatMap((one) => one.evidence) };
};
