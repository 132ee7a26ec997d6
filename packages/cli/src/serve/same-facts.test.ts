import { basename } from 'node:path';
import {
  buildIndex,
  columnsFrom,
  computeMetric,
  computeRoster,
  dayOfInstant,
  metricsAnswer,
  planMetrics,
  planRoster,
  rosterAnswer,
  splitByOrganization,
} from '@tallyboard/core';
import { type FactKind, type Facts, factKinds, writeFact } from '@tallyboard/core/vocabulary';
import { createHandler, memoryPorts } from '@tallyboard/http';
import type { FactsProblem } from '@tallyboard/store';
import { afterAll, describe, expect, test } from 'vitest';
import { ids, instant, keyOf, now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import {
  ndjson,
  tellingImport,
  testDirectory,
} from '../../../store/src/import/import-facts.test-kit.js';
import { loadFacts } from '../facts/load-facts.js';
import { openService } from './open-service.js';

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

/** The two answers over HTTP, asked for again while they are pending. */
const askedAnswers = async (
  send: (request: Request) => Promise<Response>,
  address: string,
  id: string,
): Promise<unknown> => {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { 'X-API-KEY': keyOf('olga'), 'Content-Type': 'application/json' };
    for (;;) {
      const url = `${address}/v1/organizations/${id}/${path}`;
      const response = await send(new Request(url, { ...init, headers }));
      const document: unknown = await response.json();
      expect([200, 202]).toContain(response.status);
      if (response.status === 200) return document;
    }
  };
  return [
    await ask('analytics', { method: 'POST', body: JSON.stringify(body) }),
    await ask(`analytics/users?${new URLSearchParams(rosterQuery.map((pair) => [...pair]))}`),
  ];
};

const memoryAnswers = (facts: Facts, id: string): Promise<unknown> =>
  askedAnswers(createHandler(memoryPorts(facts, { now, allowance: 0 })), 'http://localhost', id);

const serviceAnswers = async (source: Facts | string, id: string): Promise<unknown> => {
  const service = await openService({ facts: source, now, port: 0, allowance: 0 });
  try {
    return await askedAnswers(fetch, service.address, id);
  } finally {
    await service.close();
  }
};

const loaded = async (files: string): Promise<Facts> => {
  const read = await loadFacts([files], { now });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.facts;
};

const importedStore = async (files: string): Promise<string> => {
  const directory = place.fresh();
  expect((await tellingImport(directory, [files])).problems).toEqual([]);
  return directory;
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

/** Facts with a fault, and the field of the fact that has it. The fact is the last of its kind. */
const faulty: readonly (readonly [name: string, facts: Facts, kind: FactKind, field: string])[] = [
  [
    'a post on an unknown board',
    withMore('post', { id: 'x', boardId: 'boardnone0000000', sectionId: null }),
    'post',
    'boardId',
  ],
  [
    'a post by an unknown user',
    withMore('post', { id: 'x', authorId: 'none' }),
    'post',
    'authorId',
  ],
  [
    'a post in the section of another board',
    withMore('post', { id: 'x', boardId: ids.teamBoard }),
    'post',
    'sectionId',
  ],
  [
    'a comment on an unknown post',
    withMore('comment', { id: 'x', postId: 'none' }),
    'comment',
    'postId',
  ],
  [
    'a comment on another board than its post',
    withMore('comment', { id: 'x', boardId: ids.teamBoard }),
    'comment',
    'boardId',
  ],
  [
    'a member of an unknown organization',
    withMore('member', { organizationId: 'wksp_none00000000' }),
    'member',
    'organizationId',
  ],
  ['a member without a user', withMore('member', { userId: 'none' }), 'member', 'userId'],
  ['a repeated member', withMore('member', {}), 'member', 'userId'],
  [
    'a board of an unknown organization',
    withMore('board', { id: 'board00000000009', organizationId: 'wksp_none00000000' }),
    'board',
    'organizationId',
  ],
  [
    'a board by an unknown user',
    withMore('board', { id: 'board00000000009', builderId: 'none' }),
    'board',
    'builderId',
  ],
  [
    'a personal board by an unknown user',
    withMore('board', { id: 'board00000000009', organizationId: null, builderId: 'none' }),
    'board',
    'builderId',
  ],
  [
    'two posts of one id, in two organizations',
    withMore('post', { boardId: ids.teamBoard, sectionId: null }),
    'post',
    'id',
  ],
  ['two users of one id', withMore('user', {}), 'user', 'id'],
  ['two organizations of one id', withMore('organization', {}), 'organization', 'id'],
  [
    'an owner who is no member',
    withMore('organization', { id: 'wksp_other00000000', ownerId: 'stan' }),
    'organization',
    'ownerId',
  ],
  [
    'an attachment to an unknown post',
    withMore('attachment', { id: 'x', postId: 'none' }),
    'attachment',
    'postId',
  ],
  [
    'a key of an unknown user',
    withMore('apiKey', { keySha256: 'a'.repeat(64), userId: 'none' }),
    'apiKey',
    'userId',
  ],
  ['a repeated key', withMore('apiKey', {}), 'apiKey', 'keySha256'],
];

describe('faults are reported by all four', () => {
  test.each(faulty)('%s', async (_, facts, kind, field) => {
    const index = facts[kind].length - 1;
    const sentence = `${kind} ${index}, ${field}: `;
    expect(() => splitByOrganization(facts)).toThrow(sentence);
    expect(() => memoryPorts(facts)).toThrow(sentence);

    const files = filesOf(facts);
    const found = { file: `${kind}.ndjson`, line: index + 1, field };
    const placesOf = (problems: readonly FactsProblem[]) =>
      problems.map((problem) => ({
        file: basename(problem.file),
        line: problem.line,
        field: problem.field,
      }));
    const read = await loadFacts([files], { now });
    expect('problems' in read ? placesOf(read.problems.kept()) : []).toContainEqual(found);
    const report = await tellingImport(place.fresh(), [files]);
    expect(report.imported).toBe(false);
    expect(placesOf(report.problems)).toContainEqual(found);
  });
});

describe('sound facts have the same answers through all four', () => {
  test.each(Object.entries(sound))('%s', async (_, facts) => {
    const files = filesOf(facts);
    const store = await importedStore(files);
    for (const id of [ids.school, ids.team]) {
      const expected = JSON.parse(JSON.stringify(coreAnswers(facts, id))) as unknown;
      expect(await memoryAnswers(facts, id)).toEqual(expected);
      expect(await serviceAnswers(await loaded(files), id)).toEqual(expected);
      expect(await serviceAnswers(store, id)).toEqual(expected);
    }
  });
});
