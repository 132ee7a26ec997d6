import { expect, test } from 'vitest';
import { agreementOn, containsByAny } from './search.js';

const rows = ['Łukasz Sørensen', 'Đorđe Ħaxiaq', 'Weiß Æsop'].map((name) => ({ name, email: '' }));

test.each(['l', 'so', 'd', 'ha', 'ss', 'ae'])(
  'services differ in whether %j is in letters that they take for plain ones',
  (q) => {
    expect(agreementOn(rows)(q)).toBe(false);
    expect(rows.some(({ name }) => containsByAny(name, q))).toBe(true);
  },
);

test.each(['rensen', 'kas', 'zz'])('all agree on %j', (q) => {
  expect(agreementOn(rows)(q)).toBe(true);
});
