import { expectedLinks } from '../judge/expected-records.js';
import { each } from '../judge/judges.js';
import { type FieldRow, fieldEquals, fieldRules, relationIs } from '../judge/records.js';
import type { Rule } from '../model/rule.js';
import { must } from './rule.js';

const probes = ['AU12', 'AU13'];
const any = { cover: 'any' } as const;

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
  ...fieldRules('2.10', probes, userFields, 'live'),
  ...userRelations.map(([id, name, type]) =>
    must(
      `2.10-${id}`,
      `relationships.${name} lists objects with only type and id.`,
      `a list of { type: ${type}, id }`,
      ['AU13'],
      each(relationIs(name, type)),
    ),
  ),
  must(
    '2.10-S1',
    'The user lists the boards that they created and the organizations that they belong to.',
    'the boards and organizations that the facts give, in whatever order',
    ['AU13'],
    each(expectedLinks),
    { need: 'seeded' },
  ),
];
