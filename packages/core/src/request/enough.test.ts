import { describe, expect, it } from 'vitest';
import { refusalsAnswer } from '../answer/answer.js';
import { type Checked, isAccepted, type Refusal } from '../checked.js';
import { readBoardInclude, readUserInclude } from './include.js';
import { refusalsOfBody, refusalsOfQuery } from './requests.test-kit.js';

const times = <Item>(count: number, item: Item): readonly Item[] =>
  Array.from({ length: count }, () => item);
const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
const fields = (count: number) => Object.fromEntries(names(count).map((name) => [name, 1]));
const metrics = [{ name: 'postCount' }];
const includes = (read: (text: string) => Checked<unknown>) => {
  const checked = read(names(5_000).join(','));
  return isAccepted(checked) ? [] : checked.left;
};

/** Requests of 60 KB, each with thousands of faults of one kind. */
const requests: readonly (readonly [string, () => readonly Refusal[]])[] = [
  [
    'words',
    () => refusalsOfBody({ metrics: times(25, { name: 'postCount', userType: times(640, 'x') }) }),
  ],
  ['entries', () => refusalsOfBody({ metrics: times(30_000, 1) })],
  ['equal entries', () => refusalsOfBody({ metrics: times(2_800, metrics[0]) })],
  ['names', () => refusalsOfBody({ metrics: times(4_000, { name: 'x' }) })],
  ['dimensions', () => refusalsOfBody({ metrics, dimensions: times(21_000, 1) })],
  ['fields', () => refusalsOfBody({ metrics, ...fields(5_000) })],
  ['fields of entries', () => refusalsOfBody({ metrics: [fields(5_000), fields(5_000)] })],
  ['parameters', () => refusalsOfQuery(names(9_000).join('&'))],
  ['values', () => refusalsOfQuery(`userType[]=${names(3_500).join('&userType[]=')}`)],
  ['board includes', () => includes(readBoardInclude)],
  ['user includes', () => includes(readUserInclude)],
];

describe('a request with thousands of faults', () => {
  it.each(requests)('is checked until there are more than an answer reports: %s', (_kind, find) => {
    const refusals = find();
    expect(refusals).toHaveLength(101);
    const [first, ...rest] = refusals;
    const { errors } = refusalsAnswer([first!, ...rest]).document;
    expect(errors.slice(0, 100).map(({ detail }) => detail)).toEqual(
      refusals.slice(0, 100).map(({ detail }) => detail),
    );
    expect(errors).toHaveLength(101);
    expect(errors[100]?.detail).toBe('There are further reasons; they are left out.');
  });

  it('has each of a hundred reported, and no more said', () => {
    const [first, ...rest] = refusalsOfBody({ metrics, dimensions: times(100, 1) });
    expect(refusalsAnswer([first!, ...rest]).document.errors).toHaveLength(100);
  });
});
