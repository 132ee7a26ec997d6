import {
  type BillingTermFact,
  collectFacts,
  decodeIndex,
  type Facts,
  isAccepted,
  type KindedFact,
  type OrganizationFact,
  type OrganizationIndex,
  readFact,
  writeFact,
} from '@tallyboard/core';

/*
 * An index file: one line of JSON with the facts about the organization that the rules of a request need, then
 * the index as `encodeIndex` writes it.
 */

/** An organization and its billing terms. */
export interface IndexedOrganization {
  /** The organization; its name is shown. */
  readonly organization: OrganizationFact;
  /** Its terms, in any order. */
  readonly billingTerms: readonly BillingTermFact[];
}

/** What an index file holds. */
export interface IndexFile {
  /** The organization and its billing terms, and no other facts. */
  readonly facts: Facts;
  /** The index of the organization's events. */
  readonly index: OrganizationIndex;
}

const start = '{"tallyboardIndex":1,';

/** The longest first line, in bytes; some hundred billing terms fit. */
const lineBytesMax = 65_536;

const newline = 10;

/**
 * Writes an index file: the parts, to be stored one after the other.
 *
 * @param about - whose index it is
 * @param index - the index as `encodeIndex` writes it
 * @throws RangeError when the first line is longer than 65,536 bytes
 */
export const indexFileOf = (
  { organization, billingTerms }: IndexedOrganization,
  index: ArrayBuffer,
): readonly Uint8Array<ArrayBuffer>[] => {
  const about = JSON.stringify({
    organization: writeFact('organization', organization),
    billingTerms: billingTerms.map((term) => writeFact('billingTerm', term)),
  });
  const line = new TextEncoder().encode(`${start}${about.slice(1)}\n`);
  if (line.length > lineBytesMax) {
    throw new RangeError(`The organization and its billing terms take ${line.length} bytes.`);
  }
  return [line, new Uint8Array(index)];
};

/** Whether a file begins as an index file does. */
export const isIndexFile = async (file: Blob): Promise<boolean> =>
  (await file.slice(0, start.length).text()) === start;

const factIn = (kind: 'organization' | 'billingTerm', value: unknown): KindedFact => {
  const read = readFact(value, kind);
  if (isAccepted(read)) return read.right;
  throw new Error(read.left.map(({ field, reason }) => `${field}: expected ${reason}`).join(', '));
};

const factsIn = (line: string): Facts => {
  const { organization, billingTerms } = JSON.parse(line) as {
    readonly organization: unknown;
    readonly billingTerms: readonly unknown[];
  };
  return collectFacts([
    factIn('organization', organization),
    ...billingTerms.map((term) => factIn('billingTerm', term)),
  ]);
};

/**
 * Reads a file that begins as an index file does. `onBytes` is called when its bytes are in memory.
 *
 * @throws Error that says why it cannot be used
 */
export const readIndexFile = async (file: Blob, onBytes: () => void): Promise<IndexFile> => {
  const head = new Uint8Array(await file.slice(0, lineBytesMax).arrayBuffer());
  const end = head.indexOf(newline);
  const again = 'Write the file again: tallyboard index.';
  if (end < 0) throw new Error(`The first line has no end. ${again}`);
  let facts: Facts;
  try {
    facts = factsIn(new TextDecoder().decode(head.subarray(0, end)));
  } catch (error) {
    throw new Error(`The first line cannot be read: ${(error as Error).message}. ${again}`);
  }
  const bytes = await file.slice(end + 1).arrayBuffer();
  onBytes();
  const decoded = decodeIndex(bytes);
  if (!isAccepted(decoded)) {
    throw new Error(`The index cannot be read: ${decoded.left.detail}. ${again}`);
  }
  return { facts, index: decoded.right };
};
