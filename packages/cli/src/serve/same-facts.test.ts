import { basename } from 'node:path';
import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeRoster,
  dayOfInstant,
  planMetrics,
  planRoster,
  splitByOrganization,
} from '@tallyboard/core';
import { metricsAnswer, rosterAnswer } from '@tallyboard/core/engine';
import { type FactKind, type Facts, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { createHandler, memoryPorts } from '@tallyboard/http';
import type { FactsProblem } from '@tallyboard/store';
import { afterAll, expect, test } from 'vitest';
import { ids, instant, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import {
  ndjson,
  tellingImport,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import { loadFacts } from '../facts/load-facts.js';
import { openService } from './open-service.js';
import { asker } from './started-service.test-kit.js';

/*
 * The same facts through the core, ports in memory, `serve --facts` and a store: either all four
 * report a fault, by its fact and field, or all four give the same answers.
 */

const place = testDirectory();
afterAll(place.remove);

/** Facts as a directory of files, one for each kind: a line tells which fact it is. */
const filesOf = (facts: Facts): string => {
  const kinds = factKinds.filter((kind) => facts[kind].length > 0);
  const file = (kind: FactKind) => ndjson(facts[kind].map((fact) => writeFact(kind, fact)));
  return place.folder(Object.fromEntries(kinds.map((kind) => [`${kind}.ndjson`, file(kind)])));
};

const metrics = [
  { name: 'postCount' },
  { name: 'commentCount' },
  { name: 'visitorCount' },
  { name: 'memberCount', status: 'active' },
  { name: 'topBoards', sortBy: ['posts', 'visitors'] },
  { name: 'subscription' },
];
const body = { metrics, from: '2026-01', to: '2026-11' };
const rosterQuery = [
  ['sort', 'posts'],
  ['order', 'desc'],
] as const;

const accepted = <A>(checked: { _tag: 'Left' } | { _tag: 'Right'; right: A }): A => {
  if (checked._tag === 'Left') throw new Error('The request was refused.');
  return checked.right;
};

const coreAnswers = (facts: Facts, id: string): unknown => {
  const today = dayOfInstant(now);
  const own = splitByOrganization(facts).get(id)!;
  const { type, createdAt } = own.organization[0]!;
  const createdOn = dayOfInstant(createdAt);
  const organization = { id, type, createdOn, billingTerms: own.billingTerm };
  const index = buildIndex(columnsFrom(own), { ...organization, today });
  const plan = accepted(planMetrics({ body, organization, today }));
  const states = plan.queries.map(
    (query) => ({ status: 'ready', data: computeMetric(index, query, plan) }) as const,
  );
  const rosterPlan = accepted(planRoster({ query: rosterQuery, organization, today }));
  const page = computeRoster(index, rosterPlan);
  return [
    metricsAnswer(plan, states, 1).document,
    rosterAnswer(rosterPlan, { status: 'ready', page }, 1).document,
  ];
};

type Ask = ReturnType<typeof asker>;

/** The two answers over HTTP. */
const askedAnswers = async (ask: Ask, id: string): Promise<unknown> => {
  const analytics = `/v1/organizations/${id}/analytics`;
  const query = new URLSearchParams(rosterQuery.map((pair) => [...pair]));
  return [(await ask(analytics, body)).body, (await ask(`${analytics}/users?${query}`)).body];
};

const loaded = async (files: string): Promise<Facts> => {
  const read = await loadFacts([files], { now });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.facts;
};

/** The sample with more facts of a kind; each is a copy of the first one of the sample, changed. */
const withMore = <K extends FactKind>(kind: K, ...more: readonly Partial<Facts[K][number]>[]) => ({
  ...sampleFacts,
  [kind]: [...sampleFacts[kind], ...more.map((row) => ({ ...sampleFacts[kind][0]!, ...row }))],
});

const visit = {
  boardId: ids.board,
  userId: 'stan',
  visitorId: null,
  at: instant('2026-10-07T10:00:00Z'),
  seconds: 90,
} as unknown as Facts['visit'][number];

const sound: Readonly<Record<string, Facts>> = {
  'the sample': sampleFacts,
  'visits, and posts on a personal board': {
    ...withMore('post', { id: 'own', boardId: ids.personalBoard, sectionId: null }),
    visit: [
      { ...visit, id: 'v1' },
      { ...visit, id: 'v2', userId: null, visitorId: 'guest' },
    ] as Facts['visit'],
  },
  'a role that its organization does not have: only a warning': withMore('member', {
    organizationId: ids.school,
    userId: 'nobody',
    role: 'guest',
  }),
};

/** Of each kind a fact with a fault, as it differs from the first of the sample, and the field that has it. */
const faults = [
  ['post', 'boardId', { id: 'x', boardId: 'boardnone0000000', sectionId: null }],
  ['post', 'authorId', { id: 'x', authorId: 'none' }],
  // In the section of another board.
  ['post', 'sectionId', { id: 'x', boardId: ids.teamBoard }],
  ['post', 'id', { boardId: ids.teamBoard, sectionId: null }],
  ['comment', 'postId', { id: 'x', postId: 'none' }],
  ['comment', 'boardId', { id: 'x', boardId: ids.teamBoard }],
  ['member', 'organizationId', { organizationId: 'wksp_none00000000' }],
  ['member', 'userId', { userId: 'none' }],
  ['member', 'userId', {}],
  ['board', 'organizationId', { id: 'board00000000009', organizationId: 'wksp_none00000000' }],
  ['board', 'builderId', { id: 'board00000000009', builderId: 'none' }],
  ['board', 'builderId', { id: 'board00000000009', organizationId: null, builderId: 'none' }],
  ['user', 'id', {}],
  ['organization', 'id', {}],
  // An owner who is no member.
  ['organization', 'ownerId', { id: 'wksp_other00000000', ownerId: 'stan' }],
  ['attachment', 'postId', { id: 'x', postId: 'none' }],
  ['apiKey', 'userId', { keySha256: 'a'.repeat(64), userId: 'none' }],
  ['apiKey', 'keySha256', {}],
] as const;

test.each(faults)('all four report a fault: %s, %s: %j', async (kind, field, changed) => {
  const facts = withMore(kind, changed);
  const index = facts[kind].length - 1;
  const sentence = `${kind} ${index}, ${field}: `;
  expect(() => splitByOrganization(facts)).toThrow(sentence);
  expect(() => memoryPorts(facts)).toThrow(sentence);

  const files = filesOf(facts);
  const found = { file: `${kind}.ndjson`, line: index + 1, field };
  const placesOf = (problems: readonly FactsProblem[]) =>
    problems.map(({ file, line, field }) => ({ file: basename(file), line, field }));
  const read = await loadFacts([files], { now });
  expect('problems' in read ? placesOf(read.problems.kept()) : []).toContainEqual(found);
  const report = await tellingImport(place.fresh(), [files]);
  expect(report.imported).toBe(false);
  expect(placesOf(report.problems)).toContainEqual(found);
});

/** What only services give: records, and answers to those who may not read. */
const records: readonly (readonly [user: string, path: string])[] = [
  ['olga', '/v1/me?include=boards,organizations'],
  ['tess', '/v1/me?include=boards,organizations'],
  ['olga', `/v1/boards/${ids.board}?include=posts,sections,comments`],
  ['olga', `/v1/boards/${ids.personalBoard}`],
  ['tess', `/v1/organizations/${ids.classroom}/analytics/users`],
  ['olga', `/v1/organizations/${ids.notEnrolled}/analytics/users`],
];

test.each(Object.entries(sound))('all four give the same answers: %s', async (_, facts) => {
  const files = filesOf(facts);
  const stored = place.fresh();
  expect((await tellingImport(stored, [files])).problems).toEqual([]);
  const options = { now, port: 0, allowance: 0 } as const;
  const services = [
    await openService({ ...options, facts: await loaded(files) }),
    await openService({ ...options, facts: stored }),
  ];
  const memory = createHandler(memoryPorts(facts, { now, allowance: 0 }));
  const inMemory = (user: string): Ask => asker('http://localhost', keyOf(user), memory);
  for (const id of [ids.school, ids.team]) {
    const expected = JSON.parse(JSON.stringify(coreAnswers(facts, id))) as unknown;
    expect(await askedAnswers(inMemory('olga'), id)).toEqual(expected);
    for (const { address } of services)
      expect(await askedAnswers(asker(address, keyOf('olga')), id)).toEqual(expected);
  }
  for (const [user, path] of records) {
    const [one, other] = services.map(({ address }) => asker(address, keyOf(user))(path));
    expect([path, await one]).toEqual([path, await other]);
  }
  for (const service of services) await service.close();
});
