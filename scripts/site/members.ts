import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc';

/** Interfaces that are tables: a comment on the whole says what each row is. */
const tables = new Set(['MetricTypes', 'FactByKind']);

const isDescribed = (member: DeclarationReflection): boolean =>
  member.hasComment() || member.signatures?.some((signature) => signature.hasComment()) === true;

/**
 * Members of exported interfaces and classes without a comment. Object types written in place need
 * none: what holds them describes them.
 */
export const membersWithoutComment = (project: ProjectReflection): readonly string[] =>
  project
    .getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor)
    .filter((one): one is DeclarationReflection => one.isDeclaration())
    .filter(
      ({ parent, inheritedFrom, flags }) =>
        parent?.kindOf([ReflectionKind.Interface, ReflectionKind.Class]) === true &&
        !tables.has(parent.name) &&
        inheritedFrom === undefined &&
        !flags.isExternal,
    )
    .filter((member) => !isDescribed(member))
    .map((member) => member.getFullName());
