import { buildIndex, columnsFrom, dayOf } from '@tallyboard/core';
import { encodeIndex } from '@tallyboard/core/engine';
import { noFacts } from '@tallyboard/core/vocabulary';
import type { StoredEvents } from '@tallyboard/store';
import { expect, test } from 'vitest';
import { readAhead } from './opened-store.js';

const times = { createdOn: dayOf(2026, 1, 5), billingTerms: [], today: dayOf(2026, 6, 1) };
const bytesOf = (organizationId: string): ArrayBuffer =>
  encodeIndex(buildIndex({ ...columnsFrom(noFacts()), organizationId }, times));

/** A store of two organizations, and what was read of it. */
const storeOf = (largest: string | null) => {
  const reads: string[] = [];
  const eventsOf = (id: string, version = 1): StoredEvents => ({
    version,
    events: 1,
    readIndex: () => {
      reads.push(`${id} ${version}`);
      return Promise.resolve(
        id === 'damaged' ? new ArrayBuffer(8) : bytesOf(id === 'swapped' ? 'other' : id),
      );
    },
    writeIndex: () => Promise.resolve(),
  });
  return {
    reads,
    eventsOf,
    store: { largest: () => largest, eventsOf: (id: string) => eventsOf(id) },
  };
};

test('the index of the largest organization is read before it is asked for, and given once', async () => {
  const { reads, eventsOf, store } = storeOf('large');
  const storedIndex = readAhead(store);
  expect(reads).toEqual(['large 1']);
  const index = await storedIndex('large', eventsOf('large'));
  expect([index?.periods.edges.length, reads]).toEqual([expect.any(Number), ['large 1']]);
  await storedIndex('large', eventsOf('large'));
  expect(reads).toEqual(['large 1', 'large 1']);
});

test('another organization has its own, and so has a later version', async () => {
  const { reads, eventsOf, store } = storeOf('large');
  const storedIndex = readAhead(store);
  await storedIndex('small', eventsOf('small'));
  await storedIndex('large', eventsOf('large', 2));
  expect(reads).toEqual(['large 1', 'small 1', 'large 2']);
});

test('one that is damaged or of another organization is built again, and an empty store has none', async () => {
  for (const id of ['damaged', 'swapped']) {
    const { eventsOf, store } = storeOf(id);
    expect(await readAhead(store)(id, eventsOf(id))).toBeNull();
  }
  const empty = storeOf(null);
  readAhead(empty.store);
  expect(empty.reads).toEqual([]);
});
