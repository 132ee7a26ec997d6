/** Why an index does not answer. */
export type IndexErrorReason =
  /** The range does not begin and end where periods of the index do: build one for its times. */
  | 'otherRange'
  /** The question is about another organization than the index. */
  | 'otherOrganization'
  /** Facts or columns of several organizations were given for one index. */
  | 'severalOrganizations'
  /** Facts contradict one another, or refer to what is not among them. */
  | 'unsoundFacts';

/** Thrown where an answer could only be wrong. The message says what to do. */
export class IndexError extends Error {
  /** For programs. */
  readonly reason: IndexErrorReason;

  constructor(reason: IndexErrorReason, message: string) {
    super(message);
    this.name = 'IndexError';
    this.reason = reason;
  }
}
