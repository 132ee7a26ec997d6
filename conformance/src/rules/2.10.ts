import { fieldEquals } from '../judge/records.js';
import type { Rule } from '../model/rule.js';
import { me } from '../probes/records.js';
import { change } from './broken.js';
import { type FieldRow, fieldRules, relationRule } from './record-fields.js';
import { must } from './rule.js';

/** Whichever of the two was answered decides. */
const ofUser = { asks: [me.plain, me.everything], cover: 'any' } as const;

/** The fields of a user, each with the end of its rule's id. */
const fields: readonly FieldRow[] = [
  ['T1', 'id', 'text'],
  ['T3', 'attributes.email', 'text'],
  ['T4', 'attributes.name', 'text'],
  ['T5', 'attributes.username', 'text'],
  ['T6', 'attributes.displayName', 'text'],
  ['T7', 'attributes.avatar', 'text'],
  ['T8', 'attributes.bio', 'text'],
];

/** Section 2.10: the user object. */
export const section2_10: readonly Rule[] = [
  must('2.10-T2', 'The type of a user is always user.', {
    ...ofUser,
    expected: 'user',
    check: fieldEquals(['type'], 'user'),
    broken: { plural: change('me', 'data/type', () => 'users') },
  }),
  ...fieldRules('2.10', 'me', fields, ofUser),
  relationRule('2.10-T9', 'me', 'boards', 'board', { asks: [me.everything] }),
  relationRule('2.10-T10', 'me', 'organizations', 'organization', { asks: [me.everything] }),
];
