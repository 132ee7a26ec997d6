import { type FieldKind, fieldIs, fieldKinds, relationIs } from '../judge/records.js';
import type { Call, ReplyChange } from '../model/mutation.js';
import type { Rule } from '../model/rule.js';
import type { RuleBody } from './body.js';
import { change, without } from './broken.js';
import { must } from './rule.js';

/** A field of a record, with the end of its rule's id and what it must be. */
export type FieldRow = readonly [id: string, field: string, kind: FieldKind];

type Asking = Pick<RuleBody, 'asks' | 'cover' | 'need'>;

/** A record without a field, and with a list in its place. */
const brokenField = (
  endpoint: Call['endpoint'],
  field: string,
): Readonly<Record<string, ReplyChange>> => {
  const steps = ['data', ...field.split('.')];
  const name = steps.at(-1) ?? '';
  return {
    absent: change(endpoint, steps.slice(0, -1).join('/'), without(name)),
    'another kind': change(endpoint, steps.join('/'), () => [1]),
  };
};

/** One rule a field. */
export const fieldRules = (
  section: string,
  endpoint: Call['endpoint'],
  rows: readonly FieldRow[],
  asking: Asking,
): readonly Rule[] =>
  rows.map(([id, field, kind]) => {
    const [expected] = fieldKinds[kind];
    return must(`${section}-${id}`, `${field} is ${expected}.`, {
      ...asking,
      expected,
      check: fieldIs(field.split('.'), kind),
      broken: brokenField(endpoint, field),
    });
  });

/** The rule of a relationship; the specification does not name the types of what boards list. */
export const relationRule = (
  id: string,
  endpoint: Call['endpoint'],
  name: string,
  type: string | null,
  asking: Asking,
): Rule =>
  must(id, `relationships.${name} lists objects with only type and id.`, {
    ...asking,
    expected: `a list of { type${type === null ? '' : `: ${type}`}, id }`,
    check: relationIs(name, type),
    broken: brokenField(endpoint, `relationships.${name}`),
  });
