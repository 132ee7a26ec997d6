import { expect, test } from 'vitest';
import { cell, change, numbers, type ReplyChange, rosterMeta, rows } from '../src/rules/broken.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { ruleOf, run } from './run.test-kit.js';

/** The evidence of a rule that a wrong service fails. */
const evidenceOf = async (id: string, reply: ReplyChange) => {
  const { report } = await run({
    handler: onReply(reply),
    only: [id],
    keepPii: true,
    frozen: true,
  });
  return ruleOf(report, id)?.evidence ?? [];
};

const oneMore: ReplyChange = (reply, call) => {
  const more = numbers(['postCount'], (value) => value + 1)(reply, call) ?? reply;
  return rows(['postCount'], (all) =>
    all.map((row) => ({ ...row, value: Number(row['value']) + 1 })),
  )(more, call);
};

const serverError: ReplyChange = (reply, call) =>
  call.endpoint === 'metrics' && call.text.includes('topMedia')
    ? { ...reply, status: 500, document: { errors: ['E'] } }
    : null;

/** What must be refused is served with nothing. */
const accepted: ReplyChange = (reply, call) =>
  reply.status === 400 && call.text.includes('peerInteractionCount')
    ? { ...reply, status: 200, document: { data: { attributes: { metrics: [] } } } }
    : null;

test.each<
  readonly [rule: string, reply: ReplyChange, request: RegExp, answer: RegExp, isPart: boolean]
>([
  [
    ...(['2.5-T1', numbers(['postCount'], String)] as const),
    ...([/analytics \{"metrics":\[\{"name":"postCount"\}\]\}$/] as const),
    ...([/^\{"name":"postCount","properties":\{[^{]*\},"data":"\d+"\}$/, true] as const),
  ],
  [
    ...(['2.5-L1', oneMore] as const),
    ...([/"metrics":\[(\{"name":"postCount"[^{]*\},?){3}\],"dimensions":\["month"\]/] as const),
    // Of each series the one month that the sentence is about.
    ...([
      /^(\{"name":"postCount".*"data":\[\{"month":"[^"]*","value":\d+\}\]\}\n?){3}$/,
      true,
    ] as const),
  ],
  [
    ...(['2.8-T10', cell('boards', () => -1)] as const),
    ...([/users/, /^\{"id":"[^"]*","attributes":\{"boards":-1\}\}$/, false] as const),
  ],
  [
    ...(['2.8-M2', rosterMeta(() => ({ totalPages: 99 }))] as const),
    ...([/users/, /^\{"meta":\{.*"totalPages":99.*\}\}$/, false] as const),
  ],
  // Without the faulty entry it would be another request.
  [
    ...(['4.1-R5a', accepted, /\{"name":"peerInteractionCount"\}/] as const),
    ...([/^\{"data":/, false] as const),
  ],
  // An answer without entries.
  ['7-A2', serverError, /memberCount.*topMedia/, /^\{"errors":\["E"\]\}$/, false],
  [
    ...(['2.9-T3', change('board', 'data/attributes/title', () => 7)] as const),
    ...([/boards/, /^\{"data":/, false] as const),
  ],
])('%s: the part of the request and of its answer that shows it', async (...row) => {
  const [rule, reply, request, answer, isPart] = row;
  const [first] = await evidenceOf(rule, reply);
  expect(first?.request).toMatch(request);
  expect(first?.excerpt).toMatch(answer);
  expect(first?.wide?.seq).toBe(isPart ? first?.seq : undefined);
  if (isPart) {
    expect(first?.curl).not.toContain('memberCount');
    expect(first?.wide?.curl).toContain('memberCount');
  }
});

test('a month that a series leaves out is named where its zero contradicts', async () => {
  const [first] = await evidenceOf(
    '2.6-L1',
    rows(['memberCount'], (all) => all.slice(0, -1)),
  );
  expect(first?.actual).toMatch(/= 0 \(a month left out of the series is 0, request \d+\)/);
});
