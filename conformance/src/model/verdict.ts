/** What a rule, or a whole run, is found to be. `notApplicable` is neutral: it neither helps nor harms. */
export type Verdict = 'pass' | 'fail' | 'undecided' | 'notApplicable';

/** All verdicts. */
export const verdicts: readonly Verdict[] = ['pass', 'fail', 'undecided', 'notApplicable'];

/** Why a verdict could not be reached although the rule is in scope, as readers of a report see it. */
export const undecidedReasons = {
  pending: 'Still computing when the run had no requests or no time left.',
  quota: 'The allowance was used up, and a refusal for that says nothing about the rule.',
  drift: 'The data changed between two answers that had to be compared.',
  contradiction: 'Answers contradict each other, and asking again did not confirm it.',
  vacuous: 'Only zeros or empty lists were compared, and they prove nothing.',
  transport: 'No answer, a truncated one, or one from a gateway.',
  monthChange: 'The month changes too near the time of the run.',
  prerequisite: 'An answer that the rule builds on was not of the expected kind.',
  notSent: 'The request that decides the rule was not sent.',
  skipped: 'Left out with --skip.',
  judgeFailed: 'The judge itself failed: a fault of the suite, please report it.',
} as const;

/** Why a rule is outside the scope of a run. */
export const notApplicableReasons = {
  needsConfig: 'Needs a key, an organization or a board that the configuration does not name.',
  needsSeed: 'Needs data that the suite knows (--facts).',
  needsFault: 'Needs a slow or faulty service, and it was neither during the run.',
  notRequested: 'Needs the check of the allowance (--quota-check).',
  notExercised: 'The condition of the rule never occurred.',
  otherOrganizationType: 'Holds for another type of organization only.',
  notObservable: 'No request can show it.',
  observed: 'The specification leaves it open; the profile shows what the service does.',
  notSelected: 'Left out by --only.',
} as const;

/** Why there is no plain pass or fail although the rule is in scope. */
export type UndecidedReason = keyof typeof undecidedReasons;

/** Why a rule does not concern a run. */
export type NotApplicableReason = keyof typeof notApplicableReasons;

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

type Why<R> = [reason: R, message: string, evidence?: readonly Evidence[]];

const judged =
  (verdict: Verdict) =>
  (...[reason, message, evidence = []]: Why<Reason | null>): Judgement => {
    return { verdict, reason, message, evidence };
  };

/** A judgement that holds. */
export const pass = (message: string, evidence?: readonly Evidence[]): Judgement =>
  judged('pass')(null, message, evidence);
/** A judgement that a rule is broken. */
export const fail = (message: string, evidence?: readonly Evidence[]): Judgement =>
  judged('fail')(null, message, evidence);
/** A judgement that could not be reached. */
export const undecided: (...why: Why<UndecidedReason>) => Judgement = judged('undecided');
/** A judgement that the rule does not concern this run. */
export const notApplicable: (...why: Why<NotApplicableReason>) => Judgement =
  judged('notApplicable');

/** Answers that contradict each other, which asking again did not confirm, and why. */
export const contradicted = (
  says: string,
  because: string,
  evidence: readonly Evidence[],
): Judgement => ({
  ...undecided('contradiction', `${says}. Not confirmed, because ${because}.`, evidence),
  because,
});

/** The heaviest judgement of several, with the evidence of all that are as heavy. */
export const heaviest = (judgements: readonly Judgement[]): Judgement => {
  const verdict = judgements.map((one) => one.verdict).reduce<Verdict>(join, 'notApplicable');
  const heavy = judgements.filter((one) => one.verdict === verdict);
  const [first] = heavy;
  if (first === undefined) return undecided('notSent', 'Nothing was sent that could decide this.');
  return { ...first, evidence: heavy.flatMap((one) => one.evidence) };
};
