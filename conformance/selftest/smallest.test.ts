import { expect, test } from 'vitest';
import { change, type ReplyChange } from '../src/rules/broken.js';
import { onReply } from './mutants/mutant.test-kit.js';
import { ruleOf, run } from './run.test-kit.js';

/** The evidence of a rule that a wrong service fails. */
const evidenceOf = async (id: string, reply: ReplyChange) => {
  const { report } = await run({ handler: onReply(reply), only: [id], keepPii: true });
  return ruleOf(report, id)?.evidence[0];
};

test('a failing request is shown as its one entry that fails, beside the whole', async () => {
  const asText = change('metrics', 'data/attributes/metrics/*', (one) => {
    const { name, data } = one as { readonly name: string; readonly data: unknown };
    return name === 'postCount' && typeof data === 'number'
      ? { ...(one as object), data: '1' }
      : one;
  });
  const shown = await evidenceOf('2.5-T1', asText);
  expect(shown?.request).toContain('{"metrics":[{"name":"postCount"}]}');
  expect(shown?.curl).not.toContain('memberCount');
  expect(shown?.wide?.seq).toBe(shown?.seq);
  expect(shown?.wide?.curl).toContain('memberCount');
});

test('a request whose answer has no entries is shown whole', async () => {
  const serverError: ReplyChange = (reply, call) =>
    call.endpoint === 'metrics' && call.text.includes('topMedia')
      ? { ...reply, status: 500, document: { errors: [] } }
      : null;
  const shown = await evidenceOf('7-A2', serverError);
  expect(shown?.request).toContain('memberCount');
  expect(shown?.wide).toBeUndefined();
});
