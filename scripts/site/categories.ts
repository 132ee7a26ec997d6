import { Comment, CommentTag, type DeclarationReflection, ReflectionKind } from 'typedoc';

/** The functions that a program calls, in the order in which it calls them. */
export const mainFunctions: readonly string[] = [
  ...['readFacts', 'readFact', 'isAccepted', 'checkFacts', 'splitByOrganization'],
  ...['columnsFrom', 'readOrganization', 'organizationOf', 'buildIndex', 'figures', 'rowsOf'],
  ...['planMetrics', 'computeMetric', 'metricsAnswer', 'planRoster', 'computeRoster'],
  ...['rosterAnswer', 'boardResource', 'userResources', 'refusalsAnswer', 'errorAnswer'],
];

/** Headings of a module's page, in order. */
export const categoryOrder = ['In order of use', 'Functions', 'Values', 'Types', '*'] as const;
const [main, functions, values, types] = categoryOrder;

/** Puts an export of a module under its headings. A library's own categories are none of ours. */
export const categorize = (declaration: DeclarationReflection): void => {
  if (declaration.parent?.kindOf(ReflectionKind.Module) !== true) return;
  // An empty comment of the whole would hide the comment of its signature.
  const holder = declaration.signatures?.[0] ?? declaration;
  holder.comment ??= new Comment();
  declaration.comment?.removeTags('@category');
  holder.comment.removeTags('@category');
  const kind = declaration.kindOf(ReflectionKind.Function)
    ? functions
    : declaration.kindOf(ReflectionKind.Variable)
      ? values
      : types;
  const headings = mainFunctions.includes(declaration.name) ? [main, kind] : [kind];
  for (const text of headings)
    holder.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text }]));
};
