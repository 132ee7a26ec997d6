import { each, holdsIf, servedWith, whenServed } from '../judge/check.js';
import type { Answer } from '../judge/evidence.js';
import { at, listOf, shown, textOf } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { must } from './rule.js';

const organizations = (answer: Answer): readonly (string | null)[] =>
  listOf(at(answer.document, 'data', 'relationships', 'organizations', 'data')).map((one) =>
    textOf(at(one, 'id')),
  );

/** Section 2.1: the organization identifier. */
export const section2_1: readonly Rule[] = [
  must(
    '2.1-T2a',
    'Supported organizations are listed by the current user with include=organizations.',
    'the organization under test is listed, with boards and alone',
    ['AU13', 'AU27'],
    each(
      servedWith((answer, { run }) => {
        const listed = organizations(answer);
        return holdsIf(
          listed.includes(run.organizations.main ?? null),
          () =>
            `the organizations are ${shown(listed)}, expected ${String(run.organizations.main)} among them`,
        );
      }),
    ),
  ),
  must(
    '2.1-T2b',
    'The ids of supported organizations start with wksp_.',
    'every listed organization starts with wksp_',
    ['AU13'],
    each(
      whenServed((answer) => {
        const strange = organizations(answer).find((id) => !(id ?? '').startsWith('wksp_'));
        return holdsIf(strange === undefined, () => `${shown(strange)} is listed`);
      }),
    ),
  ),
];
