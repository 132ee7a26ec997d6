/** What is wrong with facts in files: the place, the value, and what would be accepted. */
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

const valueLengthMax = 60;

/** A problem with a file as a whole. */
export const problemOfFile = (file: string, value: unknown, reason: string): FactsProblem => ({
  file,
  line: null,
  field: null,
  value,
  reason,
});

const quoted = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= valueLengthMax ? text : `${text.slice(0, valueLengthMax)}...`;
};

/** One line for a person: `FILE:LINE: FIELD: VALUE: expected REASON`. */
export const formatProblem = ({ file, line, field, value, reason }: FactsProblem): string => {
  const place = [line === null ? file : `${file}:${line}`, ...(field === null ? [] : [field])];
  const found = value === undefined || value === null ? 'no value' : quoted(value);
  return line === null
    ? `${place.join(': ')}: expected ${reason}`
    : `${place.join(': ')}: ${found}: expected ${reason}`;
};

/** Keeps the first problems of what may be millions, and counts them all. */
export interface ProblemList {
  /** Counts a problem, and keeps it while there is room. */
  readonly add: (problem: FactsProblem) => void;
  /** The first ones, in the order they came. */
  readonly kept: () => readonly FactsProblem[];
  /** All that were added. */
  readonly total: () => number;
}

/** An empty list that keeps at most `keptMax` problems. */
export const problemList = (keptMax: number): ProblemList => {
  const kept: FactsProblem[] = [];
  let total = 0;
  return {
    add: (problem) => {
      total += 1;
      if (kept.length < keptMax) kept.push(problem);
    },
    kept: () => kept,
    total: () => total,
  };
};
