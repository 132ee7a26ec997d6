import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclarationReflection, ProjectReflection } from 'typedoc';
import { addressOf, guidesIn, sourceOf } from './pages.js';
import { llmsFull, twinOf } from './twins.js';

const intro = `# Tallyboard

> Organization analytics for shared boards: a pure TypeScript core, a service that answers the HTTP API, and a
> test that gives any such service a verdict for each rule.

Every guide of this site is also a Markdown file: its address with \`.md\` in place of \`.html\`.
[llms-full.txt](llms-full.txt) has all of them.
`;

const data = `## Reference

- [openapi.json](openapi.json): the HTTP API as an OpenAPI 3.1 document`;

const summaryOf = ({ comment }: DeclarationReflection): string =>
  (comment?.summary ?? []).map(({ text }) => text.replaceAll('\n', ' ')).join('');

/**
 * Writes every guide as Markdown, and two files for programs that read: llms.txt lists the pages, llms-full.txt has
 * the guides in one text.
 */
export const writeTexts = (
  project: ProjectReflection,
  site: string,
  urlOf: (target: DeclarationReflection) => string,
): void => {
  const sections = guidesIn(project).map(({ title, guides }) => ({
    title,
    pages: guides.map((guide) => ({ name: guide.name, source: sourceOf(guide) })),
  }));
  const sources = sections.flatMap(({ pages }) => pages.map(({ source }) => source));
  const places = new Map(sources.map((source) => [source, `${addressOf(source)}.md`]));
  const lists = sections.map(({ title, pages }) => {
    const rows = pages.map(({ name, source }) => `- [${name}](${places.get(source)})`);
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  const reference = (project.children ?? []).map(
    (one) => `- [${one.name}](${urlOf(one)}): ${summaryOf(one)}`,
  );
  const front = twinOf('docs/front.md', new Map([...places, ['docs/front.md', 'index.md']]));
  const guides = sources.map((source) => [places.get(source)!, twinOf(source, places)] as const);
  const texts = new Map([
    ...guides,
    ['index.md', front.replaceAll(/<[^>]+>\n?/g, '')],
    ['llms.txt', [intro, ...lists, data, reference.join('\n')].join('\n\n')],
    ['llms-full.txt', llmsFull([intro, ...guides.map(([, text]) => text)])],
  ]);
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), `${text.trimEnd()}\n`);
  }
};
