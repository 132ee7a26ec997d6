import { each } from '../judge/check.js';
import { type FieldKind, fieldIs, fieldKinds, relationIs } from '../judge/records.js';
import type { Rule } from '../model/rule.js';
import { must, type RuleOptions } from './rule.js';

/** A field of a record, with the end of its rule's id and what it must be. */
export type FieldRow = readonly [id: string, field: string, kind: FieldKind];

/** One rule a field. */
export const fieldRules = (
  section: string,
  probes: readonly string[],
  rows: readonly FieldRow[],
  options: RuleOptions,
): readonly Rule[] =>
  rows.map(([id, field, kind]) => {
    const [expected] = fieldKinds[kind];
    const check = fieldIs(field.split('.'), kind);
    const clause = `${field} is ${expected}.`;
    return must(`${section}-${id}`, clause, expected, probes, each(check), options);
  });

/** The rule of a relationship; the specification does not name the types of what boards list. */
export const relationRule = (
  id: string,
  probe: string,
  name: string,
  type: string | null,
  options?: RuleOptions,
): Rule =>
  must(
    id,
    `relationships.${name} lists objects with only type and id.`,
    `a list of { type${type === null ? '' : `: ${type}`}, id }`,
    [probe],
    each(relationIs(name, type)),
    options,
  );
