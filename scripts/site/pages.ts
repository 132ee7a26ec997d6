import { posix } from 'node:path';
import type { DocumentReflection, ProjectReflection } from 'typedoc';

/** The sections of the guides, and the files of their pages in reading order. A new page gets a row. */
export const guideSections = [
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
    title: 'Work on Tallyboard',
    sources: [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'packages/engines/README.md',
    ],
  },
] as const satisfies readonly { readonly title: string; readonly sources: readonly string[] }[];

/** The file that a document was read from, by its path from the root. */
export const sourceOf = (document: DocumentReflection): string => {
  const path = document.project.files.getReflectionPath(document) ?? '';
  return posix.relative(process.cwd().replaceAll('\\', '/'), path.replaceAll('\\', '/'));
};

/** The section that lists a page. */
export const sectionOf = (source: string): string => {
  const section = guideSections.find(({ sources }) =>
    (sources as readonly string[]).includes(source),
  );
  if (section === undefined)
    throw new Error(`${source}: no section of scripts/site/pages.ts has it`);
  return section.title;
};

/** The guides of a project by section, in reading order. */
export const guidesIn = ({ documents = [] }: ProjectReflection) => {
  const bySource = new Map(documents.map((document) => [sourceOf(document), document]));
  return guideSections.map(({ title, sources }) => ({
    title,
    guides: sources.map((source) => bySource.get(source)!),
  }));
};

/** The address of a page without its extension; addresses stay when titles change. */
export const addressOf = (source: string): string => {
  const [, guide] = /^docs\/(.+)\.md$/.exec(source) ?? [];
  if (guide !== undefined) return `guides/${guide}`;
  const [, folder] = /^(?:packages\/)?([^/]+)\/README\.md$/.exec(source) ?? [];
  if (folder !== undefined) return `packages/${folder}`;
  return `project/${source.replace(/\.md$/, '').toLowerCase()}`;
};
