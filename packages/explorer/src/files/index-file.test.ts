import { buildIndex, columnsFrom, type Day } from '@tallyboard/core';
import { encodeIndex } from '@tallyboard/core/engine';
import { type Instant, noFacts } from '@tallyboard/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { indexFileOf, readIndexFile } from './index-file.js';

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
const times = { createdOn: 0 as Day, billingTerms: [term], today };
const index = buildIndex(columnsFrom(noFacts()), times);
const parts = indexFileOf({ organization, billingTerms: [term] }, encodeIndex(index));
const file = new Blob([...parts]);

describe('an index file', () => {
  it('gives back the organization, its terms and the index', async () => {
    const { facts, index: same } = await readIndexFile(file);
    expect(facts).toEqual({ ...noFacts(), organization: [organization], billingTerm: [term] });
    expect(same.periods.times).toEqual(index.periods.times);
  });

  const badLine = '{"tallyboardIndex":1,"organization":{"id":1},"billingTerms":[]}\n';
  it.each([
    ['of facts', new Blob(['{"kind":"user"}\n']), /^This is no index file/],
    ['without a byte', new Blob([]), /^This is no index file/],
    ['cut in its first line', file.slice(0, 40), /^This is no index file/],
    ['cut short', file.slice(0, file.size - 8), /^The index cannot be read: /],
    ['of another version', new Blob([parts[0]!, new ArrayBuffer(64)]), /^The index cannot be/],
    ['with a bad organization', new Blob([badLine, parts[1]!]), /^The first line cannot.*id: exp/],
  ])('%s is refused', async (_, damaged, message) => {
    await expect(readIndexFile(damaged)).rejects.toThrow(message);
  });
});
