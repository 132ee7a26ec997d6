/** What is wrong with facts in files: where, the value, and what would be accepted. */
export interface FactsProblem {
  /** As it was named. */
  readonly file: string;
  /** Counted from 1; `null` when it is about the file as a whole. */
  readonly line: number | null;
  /** `null` when it is about the line as a whole. */
  readonly field: string | null;
  /** As found; `undefined` when there was none. */
  readonly value: unknown;
  /** What is accepted, as the end of a sentence: `a day as YYYY-MM-DD`. */
  readonly reason: string;
}

const textLengthMax = 60;

/** A problem with a file as a whole. */
export const problemOfFile = (file: string, value: unknown, reason: string): FactsProblem => ({
  file,
  line: null,
  field: null,
  value,
  reason,
});

const shortened = (text: string): string =>
  text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax)}...`;

/** Names and values come from files: nothing in them moves the cursor, or turns the direction of writing. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** One line for a person: `FILE:LINE: FIELD: VALUE: expected REASON`. */
export const formatProblem = ({ file, line, field, value, reason }: FactsProblem): string => {
  const isThere = value !== undefined && value !== null;
  const found = isThere ? shortened(JSON.stringify(value)) : 'no value';
  const parts = [
    line === null ? file : `${file}:${line}`,
    ...(field === null ? [] : [shortened(field)]),
    // What a file as a whole lacks has no value.
    ...(line === null && !(field !== null && isThere) ? [] : [found]),
    `expected ${reason}`,
  ];
  return visible(parts.join(': '));
};

/** An empty list that keeps at most `keptMax` problems. */
export const problemList = (keptMax: number) => {
  const kept: FactsProblem[] = [];
  let total = 0;
  return {
    /** Counts a problem, and keeps it while there is room. */
    add: (problem: FactsProblem): void => {
      total += 1;
      if (kept.length < keptMax) kept.push(problem);
    },
    /** The first ones, in the order they came. */
    kept: (): readonly FactsProblem[] => kept,
    /** All that were added. */
    total: () => total,
  };
};

/** Keeps the first problems of what may be millions, and counts them all. */
export type ProblemList = ReturnType<typeof problemList>;
