import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../text.js';
import { membersWith, searchTextOf } from './roster-orders.js';

// Few characters, so that matches overlap, repeat, and run over the ends of fields.
const units = ['a', 'b', 'b', 'ö', ' ', '.', '\u{1f600}'] as const;
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...units), maxLength });

type Members = readonly (readonly [name: string, email: string])[];

const found = (members: Members, sought: string): readonly number[] => [
  ...membersWith(
    searchTextOf(
      members.map(([name]) => name),
      members.map(([, email]) => email),
    ),
    sought,
  ),
];

const expected = (members: Members, sought: string): readonly number[] =>
  [...members.keys()].filter((member) => members[member]!.some((field) => field.includes(sought)));

describe('a search finds the members whose name or e-mail address contains the text', () => {
  it('of any length, from one character to more than any name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text(6), text(6)), { maxLength: 150, size: 'max' }),
        text(8).filter((sought) => sought !== ''),
        (members, sought) => {
          expect(found(members, sought)).toEqual(expected(members, sought));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ...['a', ' ', 'a b', '  ', 'É', 'I\u0307', 'ß', 'e\u0301', '\u{1f600}', '\ud83d', '\ude00x'],
    ...['.', '.*', '[a-z]', '(', '\\', '$', '^', '+', '\0', 'ann.*@', 'x'.repeat(1000)],
  ])('also %j', (sought) => {
    const names = [
      'Ann  Bo',
      'ÉMILE',
      'e\u0301mile',
      'İpek',
      'Straße',
      '\u{1f600}x',
      '.*(\\$^+[a-z]',
    ];
    const members = names.map((name): Members[number] => [folded(name), folded(`${name}@a.b`)]);
    expect(found(members, folded(sought))).toEqual(expected(members, folded(sought)));
  });
});
