import {
  buildIndex,
  columnsFrom,
  computeMetric,
  isAccepted,
  type OrganizationIndex,
  planMetrics,
  splitByOrganization,
} from '@tallyboard/core';
import { encodeIndex } from '@tallyboard/core/engine';
import { collectFacts, parseDay, readFact } from '@tallyboard/core/vocabulary';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  board,
  ndjson,
  org,
  sound,
  tellingImport,
  testDirectory,
} from '../import/import-facts.test-kit.js';
import { columnsReader } from './columns-reader.js';
import { type OpenStore, openStore } from './open-store.js';

/** Texts that a database may change, each with what it may become, or put in another order. */
const odd = [
  ...['\uFEFFx', 'x', '\uFEFF\uFEFFx', '\uFEFF', 'a\0b', 'a', '\0', "'", '__proto__'],
  // The database has these in another order than code units.
  ...['\uFF5E', '\u{1F600}', '\u{10FFFF}\u{1F600}'],
];

const today = parseDay('2026-06-01')!;
const at = '2026-02-01T08:00:00Z';
const lines = [
  ...sound,
  ...odd.flatMap((text, n) => [
    { kind: 'user', id: text, signupDate: '2025-12-01', username: text, name: text },
    { kind: 'member', organizationId: org, userId: text, role: 'admin', joinedAt: at },
    { kind: 'post', id: text, boardId: board, authorId: text, createdAt: at },
    { kind: 'visit', id: text, boardId: board, visitorId: text, at, seconds: 60 },
    {
      ...{ kind: 'attachment', id: text, postId: text, title: text },
      ...{ category: n % 2 === 0 ? 'video' : text, authorId: 'u1', createdAt: at },
    },
    { kind: 'play', id: text, attachmentId: text, at },
    {
      ...{ kind: 'scan', id: text, organizationId: org, itemType: text },
      ...{ at, durationMs: n, flags: [text] },
    },
  ]),
];

const facts = collectFacts(
  lines.map((line) => {
    const read = readFact(line);
    if (!isAccepted(read)) throw new Error(JSON.stringify(read.left));
    return read.right;
  }),
);

const body = {
  metrics: [
    { name: 'memberCount' },
    { name: 'postCount' },
    { name: 'visitorCount' },
    { name: 'scannedItemCountByType' },
    { name: 'avgScanTimeMs' },
    { name: 'flaggedItemCountByCategory' },
    { name: 'attachmentCountByCategory', userType: 'owner' },
    { name: 'topUsers', sortBy: 'posts' },
    { name: 'topMedia', mediaType: 'video' },
  ],
  from: '2026-01',
  to: '2026-06',
};

const organization = { id: org, type: 'school', createdOn: today, billingTerms: [] } as const;
const times = { ...organization, today };

const figuresOf = (index: OrganizationIndex): unknown => {
  const plan = planMetrics({ body, organization, today });
  if (!isAccepted(plan)) throw new Error(JSON.stringify(plan.left));
  return plan.right.queries.map((query) => computeMetric(index, query, plan.right));
};

const place = testDirectory();
const directory = place.fresh();
let store: OpenStore;
beforeAll(async () => {
  const report = await tellingImport(directory, [place.file('facts.ndjson', ndjson(lines))]);
  expect(report.problems).toEqual([]);
  store = await openStore(directory, (error) => expect.unreachable(String(error)));
});
afterAll(() => {
  store.close();
  place.remove();
});

it('counts by odd texts as the core does over the facts themselves', async () => {
  const expected = buildIndex(columnsFrom(splitByOrganization(facts).get(org)!), times);
  const reader = columnsReader(directory);
  const found = buildIndex(await reader.columnsOf(org), times);
  await reader.close();
  expect(figuresOf(found)).toEqual(figuresOf(expected));
  expect(Buffer.from(encodeIndex(found)).equals(Buffer.from(encodeIndex(expected)))).toBe(true);
});

it.each(odd)('gives the user %j back unchanged', async (text) => {
  const fact = facts.user.find(({ id }) => id === text)!;
  const records = await store.userRecords(text, false);
  expect(records?.user).toEqual(fact);
  expect(records?.memberships.map(({ role }) => role)).toEqual(['admin']);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
