import rows from './fates.json' with { type: 'json' };

/** Why no answer of a service decides a sentence. */
export const fateReasons = {
  purpose: 'It says what something is for.',
  definition: 'It names what other sentences speak of.',
  follows: 'It leads to the sentences or rows that follow, or to another section.',
  client: 'It says what a client does.',
  choice: 'It says what Tallyboard does where the specification leaves the point open.',
  unseen: 'No answer shows it.',
} as const;

/** Why a sentence has no rule. */
export type FateReason = keyof typeof fateReasons;

/** What becomes of one sentence or table row of the specification, as docs/rules.md words it. */
export interface Fate {
  /** The number of its section or rule. */
  readonly clause: string;
  /** Eight hexadecimal digits over clause and wording. */
  readonly hash: string;
  /** The rules that decide it; none where a reason is given. */
  readonly rules: readonly string[];
  readonly reason: FateReason | null;
}

const isReason = (word: string): word is FateReason => Object.hasOwn(fateReasons, word);

/** A row of `fates.json`: clause, hash, and the rules or the reason. */
const fateOf = (row: string): Fate => {
  const [clause = '', hash = '', first = '', ...more] = row.split(' ');
  return isReason(first)
    ? { clause, hash, rules: [], reason: first }
    : { clause, hash, rules: [first, ...more], reason: null };
};

/** What becomes of every sentence and table row of the specification; a test compares `fates.json` with docs/rules.md. */
export const fates: readonly Fate[] = rows.map(fateOf);

const untestable: ReadonlySet<FateReason> = new Set(['purpose', 'definition', 'follows']);

/** The sentences that say something testable. */
export const testable: readonly Fate[] = fates.filter(
  ({ reason }) => reason === null || !untestable.has(reason),
);
