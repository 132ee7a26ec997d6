import {
  buildIndex,
  columnsFrom,
  type Day,
  encodeIndex,
  type Instant,
  noFacts,
} from '@tallyboard/core';
import { describe, expect, it } from 'vitest';
import { indexFileOf, isIndexFile, readIndexFile } from './index-file.js';

const today = 20_000 as Day;
const organization = {
  id: 'wksp_school0000000',
  type: 'school',
  name: 'Line\nbreak \u2028 "quoted"',
  ownerId: 'olga',
  createdAt: 0 as Instant,
} as const;
const term = {
  organizationId: organization.id,
  startsOn: (today - 100) as Day,
  endsOn: (today + 100) as Day,
  status: 'active',
} as const;
const index = buildIndex(columnsFrom(noFacts()), {
  createdOn: 0 as Day,
  billingTerms: [term],
  today,
});
const parts = indexFileOf({ organization, billingTerms: [term] }, encodeIndex(index));
const file = new Blob([...parts]);
const ignore = (): void => undefined;

describe('an index file', () => {
  it('gives back the organization, its terms and the index', async () => {
    expect(await isIndexFile(file)).toBe(true);
    const read = await readIndexFile(file, ignore);
    expect(read.facts).toEqual({ ...noFacts(), organization: [organization], billingTerm: [term] });
    expect(read.index.periods.times).toEqual(index.periods.times);
  });

  it('is told from facts by its first bytes', async () => {
    expect(await isIndexFile(new Blob(['{"kind":"user"}\n']))).toBe(false);
    expect(await isIndexFile(new Blob([]))).toBe(false);
  });

  it.each([
    ['cut short', file.slice(0, file.size - 8), /^The index cannot be read: /],
    [
      'cut in its first line',
      file.slice(0, 40),
      /^The first line has no end\. Write the file again/,
    ],
    [
      'of another version',
      new Blob([parts[0]!, new ArrayBuffer(64)]),
      /^The index cannot be read: /,
    ],
    [
      'with a bad organization',
      new Blob(['{"tallyboardIndex":1,"organization":{"id":1},"billingTerms":[]}\n', parts[1]!]),
      /^The first line cannot be read: .*id: expected /,
    ],
  ])('%s is refused', async (_, damaged, message) => {
    await expect(readIndexFile(damaged, ignore)).rejects.toThrow(message);
  });

  it('has a first line of 65,536 bytes at the most', () => {
    const billingTerms = Array<typeof term>(600).fill(term);
    expect(() => indexFileOf({ organization, billingTerms }, encodeIndex(index))).toThrow(
      RangeError,
    );
  });
});
