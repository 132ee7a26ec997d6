import {
  collectFacts,
  type Day,
  type Facts,
  formatDay,
  isAccepted,
  type OrganizationIndex,
  parseDay,
  readFact,
} from '@tallyboard/core';
import { decodeIndex } from '@tallyboard/core/engine';
import {
  type BillingTermFact,
  type KindedFact,
  type OrganizationFact,
  writeFact,
} from '@tallyboard/core/vocabulary';

/*
 * An index file: one line of JSON with what the rules of a request need, then the index as `encodeIndex` writes
 * it. The line is short: a page can be drawn and requests can be planned while the index is being read.
 */

/** An organization, its billing terms, and the day of its index. */
export interface IndexedOrganization {
  /** The organization; its name is shown. */
  readonly organization: OrganizationFact;
  /** Its terms, in any order. */
  readonly billingTerms: readonly BillingTermFact[];
  /** The day that the index was built for. */
  readonly today: Day;
}

/** The first line of an index file. */
export interface IndexHead {
  /** The organization and its billing terms, and no other facts. */
  readonly facts: Facts;
  /** The day that the index was built for. */
  readonly today: Day;
  /** Bytes of the line: the index begins there. */
  readonly bytes: number;
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
  { organization, billingTerms, today }: IndexedOrganization,
  index: ArrayBuffer,
): readonly (Uint8Array & { readonly buffer: ArrayBuffer })[] => {
  const about = JSON.stringify({
    today: formatDay(today),
    organization: writeFact('organization', organization),
    billingTerms: billingTerms.map((term) => writeFact('billingTerm', term)),
  });
  const line = new TextEncoder().encode(`${start}${about.slice(1)}\n`);
  if (line.length > lineBytesMax) {
    throw new RangeError(`The organization and its billing terms take ${line.length} bytes.`);
  }
  return [line, new Uint8Array(index)];
};

const factIn = (kind: 'organization' | 'billingTerm', value: unknown): KindedFact => {
  const read = readFact(value, kind);
  if (isAccepted(read)) return read.right;
  throw new Error(read.left.map(({ field, reason }) => `${field}: expected ${reason}`).join(', '));
};

const headIn = (line: string): Omit<IndexHead, 'bytes'> => {
  const { today, organization, billingTerms } = JSON.parse(line) as {
    readonly today: unknown;
    readonly organization: unknown;
    readonly billingTerms: readonly unknown[];
  };
  const day = parseDay(String(today));
  if (day === null) throw new Error('today: expected a day such as 2026-11-20');
  const facts = collectFacts([
    factIn('organization', organization),
    ...billingTerms.map((term) => factIn('billingTerm', term)),
  ]);
  return { facts, today: day };
};

const again = 'Write the file again: tallyboard index.';

/**
 * Reads the first line of an index file.
 *
 * @throws Error that says why it cannot be used
 */
export const readIndexHead = async (file: Blob): Promise<IndexHead> => {
  const bytes = new Uint8Array(await file.slice(0, lineBytesMax).arrayBuffer());
  const end = bytes.indexOf(newline);
  if (!new TextDecoder().decode(bytes.subarray(0, start.length)).startsWith(start))
    throw new Error('This is no index file: write one with `tallyboard index`.');
  if (end < 0) throw new Error(`The first line has no end. ${again}`);
  try {
    return { ...headIn(new TextDecoder().decode(bytes.subarray(0, end))), bytes: end + 1 };
  } catch (error) {
    throw new Error(`The first line cannot be read: ${(error as Error).message}. ${again}`);
  }
};

/**
 * Reads the index of an index file.
 *
 * @throws Error that says why it cannot be used
 */
export const readIndex = async (
  file: Blob,
  { bytes, today }: IndexHead,
): Promise<OrganizationIndex> => {
  const decoded = decodeIndex(await file.slice(bytes).arrayBuffer());
  if (!isAccepted(decoded)) {
    throw new Error(`The index cannot be read: ${decoded.left.detail}. ${again}`);
  }
  const builtFor = decoded.right.periods.times.today;
  if (builtFor !== today) {
    throw new Error(
      `The first line says ${formatDay(today)}, the index is of ${formatDay(builtFor)}. ${again}`,
    );
  }
  return decoded.right;
};
