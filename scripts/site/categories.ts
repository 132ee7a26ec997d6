import { Comment, CommentTag, type DeclarationReflection, ReflectionKind } from 'typedoc';

/** The functions that a program calls, in the order in which it calls them. */
export const mainFunctions: readonly string[] = [
  'readFact',
  'isAccepted',
  'collectFacts',
  'checkFacts',
  'splitByOrganization',
  'columnsFrom',
  'readOrganization',
  'buildIndex',
  'planMetrics',
  'computeMetric',
  'metricsAnswer',
  'planRoster',
  'computeRoster',
  'rosterAnswer',
  'boardAnswer',
  'userAnswer',
  'refusalsAnswer',
  'errorAnswer',
];

const main = 'Main functions, in order of use';

/** Tasks of the core by the place of the source. The first row that fits counts. */
const tasks: readonly (readonly [task: string, places: RegExp])[] = [
  [
    'Facts',
    /^src\/(codec\/fact|codec\/organization|facts\/|catalog\/fact-|model\/(facts|organization))/,
  ],
  ['Index', /^src\/(events|index)\/|^src\/model\/index-error/],
  ['Access', /^src\/answer\/(access|allowance|board-access)/],
  ['Plan', /^src\/(plan|request|rules|codec)\/|^src\/catalog\/(violations|includes|roster-param)/],
  ['Figures', /^src\/figures\/|^src\/model\/(figure|metric|roster|records|shown-name)/],
  ['Answers', /^src\/answer\/|^src\/catalog\/errors/],
  ['Days and months', /^src\/model\/(day|month|date-range|instant)/],
  ['Words of the API', /./],
];

/** Headings of a module's page, in order. */
export const categoryOrder: readonly string[] = [
  main,
  ...tasks.map(([task]) => task),
  'Functions',
  'Values',
  'Types',
  '*',
];

const kinds: readonly (readonly [heading: string, kind: ReflectionKind])[] = [
  ['Functions', ReflectionKind.Function],
  ['Values', ReflectionKind.Variable],
];

const headingsOf = (declaration: DeclarationReflection): readonly string[] => {
  if (declaration.parent?.name !== '@tallyboard/core') {
    return [kinds.find(([, kind]) => declaration.kindOf(kind))?.[0] ?? 'Types'];
  }
  const path = declaration.project.getSymbolIdFromReflection(declaration)?.packagePath ?? '';
  const task = tasks.find(([, places]) => places.test(path))?.[0] ?? '';
  return mainFunctions.includes(declaration.name) ? [main, task] : [task];
};

/** Puts an export of a module under its headings. A library's own categories are none of ours. */
export const categorize = (declaration: DeclarationReflection): void => {
  if (declaration.parent?.kindOf(ReflectionKind.Module) !== true) return;
  const [signature] = declaration.signatures ?? [];
  // An empty comment of the whole would hide the comment of its signature.
  const holder = signature ?? declaration;
  holder.comment ??= new Comment();
  declaration.comment?.removeTags('@category');
  holder.comment.removeTags('@category');
  for (const heading of headingsOf(declaration)) {
    holder.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: heading }]));
  }
};
