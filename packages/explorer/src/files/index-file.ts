import {
  collectFacts,
  type Facts,
  isAccepted,
  type OrganizationIndex,
  readFact,
} from '@tallyboard/core';
import { decodeIndex } from '@tallyboard/core/engine';
import { type FactOf, type KindedFact, writeFact } from '@tallyboard/core/vocabulary';

/*
 * An index file: one line of JSON with what the rules of a request need, then the index as `encodeIndex` writes
 * it.
 */

/** An organization and its billing terms. */
export interface IndexedOrganization {
  /** The organization; its name is shown. */
  readonly organization: FactOf<'organization'>;
  /** Its terms, in any order. */
  readonly billingTerms: readonly FactOf<'billingTerm'>[];
}

const start = '{"tallyboardIndex":1,';

const newline = 10;

/**
 * Writes an index file: the parts, to be stored one after the other.
 *
 * @param about - whose index it is
 * @param index - the index as `encodeIndex` writes it
 */
export const indexFileOf = (
  { organization, billingTerms }: IndexedOrganization,
  index: ArrayBuffer,
): readonly (Uint8Array & { readonly buffer: ArrayBuffer })[] => {
  const about = JSON.stringify({
    organization: writeFact('organization', organization),
    billingTerms: billingTerms.map((term) => writeFact('billingTerm', term)),
  });
  return [new TextEncoder().encode(`${start}${about.slice(1)}\n`), new Uint8Array(index)];
};

const again = 'Write the file again: tallyboard index.';

const factIn = (kind: 'organization' | 'billingTerm', value: unknown): KindedFact => {
  const read = readFact(value, kind);
  if (isAccepted(read)) return read.right;
  const reasons = read.left.map(({ field, reason }) => `${field}: expected ${reason}`).join(', ');
  throw new Error(`The first line cannot be read: ${reasons}. ${again}`);
};

/**
 * Reads an index file: the facts of its first line, and the index.
 *
 * @throws Error that says why it cannot be used
 */
export const readIndexFile = async (
  file: Blob,
): Promise<{ readonly facts: Facts; readonly index: OrganizationIndex }> => {
  const bytes = await file.arrayBuffer();
  const end = new Uint8Array(bytes).indexOf(newline);
  const line = new TextDecoder().decode(bytes.slice(0, Math.max(0, end)));
  if (!line.startsWith(start))
    throw new Error('This is no index file: write one with `tallyboard index`.');
  const decoded = decodeIndex(bytes.slice(end + 1));
  if (!isAccepted(decoded)) throw new Error(`The index cannot be read: ${decoded.left}. ${again}`);
  const { organization, billingTerms } = JSON.parse(line) as {
    readonly organization: unknown;
    readonly billingTerms: readonly unknown[];
  };
  const facts = collectFacts([
    factIn('organization', organization),
    ...billingTerms.map((term) => factIn('billingTerm', term)),
  ]);
  return { facts, index: decoded.right };
};
