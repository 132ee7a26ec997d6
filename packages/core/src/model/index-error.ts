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

/** What may say whose figures are asked for. Every plan does. */
export interface OfOrganization {
  /** Compared with the organization of the index, if both are known. */
  readonly organization?: { readonly id: string };
}

/** Throws when an index is of another organization than the one asked for. */
export const sameOrganization = (
  { organizationId }: { readonly organizationId: string | null },
  { organization }: OfOrganization,
): void => {
  const asked = organization?.id ?? organizationId;
  if (organizationId === null || asked === organizationId) return;
  throw new IndexError(
    'otherOrganization',
    `The index is of ${organizationId}, and figures of ${asked} are asked for: use the index of that organization.`,
  );
};
