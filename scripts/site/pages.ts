/** The pages that are written by hand: the order in which they are read, and their addresses. */

/** A section of the guides, and the files of its pages in reading order. */
export interface GuideSection {
  readonly title: string;
  readonly sources: readonly string[];
}

/** A page that is in no row is listed under this section. */
const otherwise = 'Work on Tallyboard';

export const guideSections: readonly GuideSection[] = [
  { title: 'Start', sources: ['README.md', 'docs/metrics.md', 'docs/glossary.md'] },
  {
    title: 'Embed the core',
    sources: [
      'docs/tutorial.md',
      'docs/recipes.md',
      'docs/facts.md',
      'packages/core/README.md',
      'packages/http/README.md',
      'docs/packages.md',
    ],
  },
  {
    title: 'Test a deployment',
    sources: ['docs/run-the-suite.md', 'conformance/README.md', 'packages/arbitraries/README.md'],
  },
  {
    title: 'Read the API',
    sources: [
      'docs/client.md',
      'docs/rules.md',
      'docs/violations.md',
      'docs/decisions.md',
      'packages/client/README.md',
      'packages/openapi/README.md',
    ],
  },
  {
    title: 'Run a service',
    sources: [
      'packages/cli/README.md',
      'docs/operations.md',
      'docs/store.md',
      'docs/explorer.md',
      'SECURITY.md',
      'docs/performance.md',
      'packages/store/README.md',
      'packages/clickhouse/README.md',
      'packages/redis/README.md',
      'packages/ports/README.md',
      'packages/explorer/README.md',
    ],
  },
  {
    title: otherwise,
    sources: ['CHANGELOG.md', 'CONTRIBUTING.md', 'docs/architecture.md'],
  },
];

/** The section that lists a page. */
export const sectionOf = (source: string): string =>
  guideSections.find(({ sources }) => sources.includes(source))?.title ?? otherwise;

/** Pages of a section in reading order; those in no row come after, by name. */
export const inReadingOrder = (title: string, sources: readonly string[]): readonly string[] => {
  const order = guideSections.find((section) => section.title === title)?.sources ?? [];
  const place = (source: string): number =>
    order.includes(source) ? order.indexOf(source) : order.length;
  return sources
    .filter((source) => sectionOf(source) === title)
    .toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
};

/** The address of a page without its extension; addresses stay when titles change. */
export const addressOf = (source: string): string => {
  const [, guide] = /^docs\/(.+)\.md$/.exec(source) ?? [];
  if (guide !== undefined) return `guides/${guide}`;
  const [, folder] = /^(?:packages\/)?([^/]+)\/README\.md$/.exec(source) ?? [];
  if (folder !== undefined) return `packages/${folder}`;
  return `project/${source.replace(/\.md$/, '').toLowerCase()}`;
};
