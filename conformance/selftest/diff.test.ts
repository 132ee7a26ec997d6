import { expect, test } from 'vitest';
import { differencesOf, missingIn } from '../src/diff.js';
import { mutants } from './mutants/all.test-kit.js';
import { asking } from './mutants/kill.test-kit.js';
import { type Mutant, nameOf } from './mutants/mutant.test-kit.js';
import { run } from './run.test-kit.js';
import { isSampled } from './sample.test-kit.js';
import { variants } from './variants/variants.test-kit.js';

type Fault = Pick<Mutant, 'handler' | 'reply' | 'facts' | 'serving' | 'main' | 'rotation'>;

const recorded = async (fault: Fault) => {
  const asked = asking({ rule: '', operator: '', ...fault }, { allowance: 0 });
  return (await run({ ...asked, allowance: 0, rotation: fault.rotation ?? 1 })).history;
};

const compared = async (fault: Fault) => {
  const { main, rotation } = fault;
  const asked = { ...(main && { main }), ...(rotation !== undefined && { rotation }) };
  return differencesOf(await recorded(asked), await recorded(fault));
};

test.each(variants.filter(({ name, changing }) => changing !== true && isSampled(name, 8)))(
  'no difference of an honest service: $name',
  async ({ main, serving, handler, reply }) => {
    const fault = { ...(serving && { serving }), ...(handler && { handler }) };
    const found = await compared({ ...fault, ...(main && { main }), ...(reply && { reply }) });
    expect(found).toEqual([]);
  },
);

test.each(
  mutants
    .filter((one) => one.quota !== true && isSampled(nameOf(one), 40))
    .map((one) => [nameOf(one), one] as const),
)('a difference of a broken service: %s', async (_, mutant) => {
  expect(await compared(mutant)).not.toEqual([]);
});

test('what failed on one side is named, and not compared; nor are addresses and included contents', async () => {
  const whole = await recorded({});
  const failing = await recorded({ serving: { fail: ['postCount', 'users'] } });
  expect([whole, failing].map(missingIn)).toEqual([[], ['postCount', 'the roster']]);
  expect(differencesOf(whole, failing)).toEqual([]);
  const reply: Fault['reply'] = (one) => {
    const text = JSON.stringify(one.document).replaceAll(/https:..boards|bodyHtml/g, 'other');
    return { ...one, document: JSON.parse(text) as unknown };
  };
  expect(await compared({ reply })).toEqual([]);
});
