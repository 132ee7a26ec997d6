import { each } from '../judge/check.js';
import { expectedLinks } from '../judge/expected-records.js';
import { fieldEquals } from '../judge/records.js';
import type { Rule } from '../model/rule.js';
import { type FieldRow, fieldRules, relationRule } from './record-fields.js';
import { any, must, seeded } from './rule.js';

const probes = ['AU12', 'AU13'];

/** The fields of a user, each with the end of its rule's id. */
export const userFields: readonly FieldRow[] = [
  ['T1', 'id', 'text'],
  ['T3', 'attributes.email', 'text'],
  ['T4', 'attributes.name', 'text'],
  ['T5', 'attributes.username', 'text'],
  ['T6', 'attributes.displayName', 'text'],
  ['T7', 'attributes.avatar', 'text'],
  ['T8', 'attributes.bio', 'text'],
];

/** The relationships of a user, likewise, with the type of what they list. */
export const userRelations = [
  ['T9', 'boards', 'board'],
  ['T10', 'organizations', 'organization'],
] as const;

/** Section 2.10: the user object. */
export const section2_10: readonly Rule[] = [
  must(
    '2.10-T2',
    'The type of a user is always user.',
    'user',
    probes,
    each(fieldEquals(['type'], 'user')),
    any,
  ),
  ...fieldRules('2.10', probes, userFields, any),
  ...userRelations.map(([id, name, type]) => relationRule(`2.10-${id}`, 'AU13', name, type)),
  must(
    '2.10-S1',
    'The user lists the boards that they created and the organizations that they belong to.',
    'the boards and organizations that the facts give, in whatever order',
    ['AU13'],
    each(expectedLinks),
    seeded,
  ),
];
