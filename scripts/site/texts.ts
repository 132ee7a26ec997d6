import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclarationReflection, ProjectReflection } from 'typedoc';
import { addressOf, guidesIn, sourceOf } from './pages.js';
import { twinOf } from './twins.js';

const intro = `# Tallyboard

> Organization analytics for shared boards: a pure TypeScript core, a service that answers the HTTP API, and a
> test that gives any such service a verdict for each rule.

Every guide of this site is also a Markdown file: its address with \`.md\` in place of \`.html\`.
`;

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
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), `${text.trimEnd()}\n`);
  };
  const sections = guidesIn(project).map(({ title, guides }) => ({
    title,
    pages: guides.map((guide) => ({ name: guide.name, source: sourceOf(guide) })),
  }));
  const sources = sections.flatMap(({ pages }) => pages.map(({ source }) => source));
  const places = new Map(sources.map((source) => [source, `${addressOf(source)}.md`]));
  for (const [source, place] of places) write(place, twinOf(source, places));
  const lists = sections.map(({ title, pages }) => {
    const rows = pages.map(({ name, source }) => `- [${name}](${places.get(source)})`);
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  const reference = (project.children ?? []).map(
    (one) => `- [${one.name}](${urlOf(one)}): ${summaryOf(one)}`,
  );
  const data = '- [openapi.json](openapi.json): the HTTP API as an OpenAPI 3.1 document';
  write('llms.txt', [intro, ...lists, '## Reference', data, ...reference].join('\n\n'));
  const front = twinOf('docs/front.md', new Map([...places, ['docs/front.md', 'index.md']]));
  write('index.md', front.replaceAll(/<[^>]+>\n?/g, ''));
  const guides = sources.map((source) => twinOf(source, places));
  write('llms-full.txt', [intro, ...guides].join('\n\n---\n\n'));
};
