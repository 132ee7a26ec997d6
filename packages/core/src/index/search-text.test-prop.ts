import fc from 'fast-check';
import { expect, it } from 'vitest';
import { membersWith, searchTextOf } from './search-text.js';

// Few characters, so that matches overlap, repeat, and run over the ends of fields.
const some = fc.string({ unit: fc.constantFrom('a', 'b', 'b', 'ö', '\u{1f600}'), maxLength: 6 });

it('a search finds the members whose name or e-mail address contains the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(some, some), { maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'ö'), minLength: 1, maxLength: 4 }),
      (members, sought) => {
        const [names, emails] = [members.map(([name]) => name), members.map(([, email]) => email)];
        const expected = [...members.keys()].filter((member) =>
          members[member]!.some((field) => field.includes(sought)),
        );
        expect([...membersWith(searchTextOf(names, emails), sought)]).toEqual(expected);
      },
    ),
    { numRuns: 2000 },
  );
});
