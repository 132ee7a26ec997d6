import { servedWith, whenServed } from '../judge/check.js';
import type { Answer } from '../judge/evidence.js';
import { at, listOf, shown, textOf } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { me } from '../probes/records.js';
import { change } from './broken.js';
import { must } from './rule.js';

const organizations = (answer: Answer): readonly (string | null)[] =>
  listOf(at(answer.document, 'data', 'relationships', 'organizations', 'data')).map((one) =>
    textOf(at(one, 'id')),
  );

const changed = (by: (all: readonly unknown[]) => readonly unknown[]) =>
  change('me', 'data/relationships/organizations/data', (all) => by(listOf(all)));

/** Section 2.1: the organization identifier. */
export const section2_1: readonly Rule[] = [
  must(
    '2.1-T2a',
    'Supported organizations are listed by the current user with include=organizations.',
    {
      asks: [me.everything, me.organizations],
      expected: 'the organization under test is listed, with boards and alone',
      check: servedWith((answer, { run }) => {
        const listed = organizations(answer);
        return listed.includes(run.organizations.main ?? null)
          ? null
          : `the organizations are ${shown(listed)}, expected ${String(run.organizations.main)} among them`;
      }),
      broken: {
        'not listed': changed((all) => all.slice(1)),
        'bare ids': change('me', 'data/relationships/organizations/data/*/id', (id) =>
          String(id).slice(5),
        ),
      },
    },
  ),
  must('2.1-T2b', 'The ids of supported organizations start with wksp_.', {
    asks: [me.everything],
    expected: 'every listed organization starts with wksp_',
    check: whenServed((answer) => {
      const strange = organizations(answer).find((id) => !(id ?? '').startsWith('wksp_'));
      return strange === undefined ? null : `${shown(strange)} is listed`;
    }),
    broken: {
      'all organizations': changed((all) => [
        ...all,
        { type: 'organization', id: 'org_abcdefghijklmn' },
      ]),
    },
  }),
];
