import { buildIndex, columnsFrom, type Day } from '@tallyboard/core';
import { encodeIndex } from '@tallyboard/core/engine';
import { type Instant, noFacts } from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { indexFileOf, readIndex, readIndexHead } from './index-file.js';

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
const about = { organization, billingTerms: [term], today };
const parts = indexFileOf(about, encodeIndex(index));
const file = new Blob([...parts]);

const read = async (from: Blob) => {
  const head = await readIndexHead(from);
  return { head, index: await readIndex(from, head) };
};

describe('an index file', () => {
  it('gives back the organization, its terms and the index', async () => {
    const { head, index: same } = await read(file);
    expect(head).toEqual({
      facts: { ...noFacts(), organization: [organization], billingTerm: [term] },
      today,
      bytes: parts[0]!.length,
    });
    expect(same.periods.times).toEqual(index.periods.times);
  });

  it.each([
    ['of facts', new Blob(['{"kind":"user"}\n']), /^This is no index file/],
    ['without a byte', new Blob([]), /^This is no index file/],
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
      new Blob([
        '{"tallyboardIndex":1,"today":"2024-10-04","organization":{"id":1},"billingTerms":[]}\n',
        parts[1]!,
      ]),
      /^The first line cannot be read: .*id: expected /,
    ],
    [
      'without its day',
      new Blob(['{"tallyboardIndex":1,"billingTerms":[]}\n', parts[1]!]),
      /^The first line cannot be read: today: expected /,
    ],
    [
      'of two days',
      new Blob([
        indexFileOf({ ...about, today: (today - 1) as Day }, new ArrayBuffer(0))[0]!,
        parts[1]!,
      ]),
      /^The first line says 2024-10-03, the index is of 2024-10-04\. Write/,
    ],
  ])('%s is refused', async (_, damaged, message) => {
    await expect(read(damaged)).rejects.toThrow(message);
  });

  it('has a first line of 65,536 bytes at the most', () => {
    const billingTerms = Array<typeof term>(600).fill(term);
    expect(() => indexFileOf({ ...about, billingTerms }, encodeIndex(index))).toThrow(RangeError);
  });
});
