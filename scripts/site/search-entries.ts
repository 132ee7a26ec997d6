import { readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import type { DeclarationReflection, DocumentReflection, ProjectReflection } from 'typedoc';
import { readMarkdown } from '../markdown.js';
import { textOf } from './html.js';
import { addressOf, sectionOf, sourceOf } from './pages.js';
import type { Entry, PlaceKind } from './search-engine.js';
import { searchWords } from './search-words.js';

/** HTML as words: no tags, no programs and documents, which have the words of everything. */
const wordsIn = (html: string): string =>
  textOf(
    html
      .replace(/<pre><code class="(?:ts|json)">[^]*?<\/pre>|<button>[^]*?<\/button>/g, '')
      .replace(/<(?=\/?(?:p|li|t[dhr]|pre|h\d)\b)/g, ' <'),
  )
    .replace(/\s+/g, ' ')
    .trim();

const parser = new MarkdownIt({ html: true });
const wordsOf = (markdown: string): string => wordsIn(parser.render(markdown));

const kindOf = (source: string): PlaceKind => {
  // A table of decisions has a row for everything.
  if (sectionOf(source) === 'Work on Tallyboard' || source === 'docs/decisions.md') return 'table';
  if (source === 'docs/rules.md') return 'rule';
  if (source === 'docs/violations.md') return 'violation';
  return source.endsWith('/README.md') && source !== 'docs/README.md' ? 'package' : 'guide';
};

/** The sections of a page of the site. */
const sectionsOf = (document: DocumentReflection, url: string, html: string): readonly Entry[] => {
  const page = document.name;
  const kind = kindOf(sourceOf(document));
  const [main = ''] = /<main[^]*?(?=<nav class="neighbours"|<footer>)/.exec(html) ?? [];
  const [, ...sections] = main.split(/<h\d (?=id=)/);
  return sections.map((section, at) => {
    const [, id = '', title = ''] = /^id="([^"]*)"[^>]*>([^]*?)<a href="#/.exec(section) ?? [];
    const address = at === 0 ? url : `${url}#${id}`;
    const heading = at === 0 ? page : wordsIn(title);
    const text = wordsIn(section.replace(/^[^]*?<\/h\d>/, ''));
    return {
      ...{ url: address, kind, page, heading },
      // Tables at the back are long, and each row says the same of something else.
      text: kind === 'table' ? text.slice(0, 300) : text,
      words: searchWords[address] ?? searchWords[/^[\d.]+/.exec(heading)?.[0] ?? ''] ?? '',
    };
  });
};

/** Each term of the glossary, found by its name. */
const glossaryEntries = (): readonly Entry[] => {
  const { tables, headings } = readMarkdown(readFileSync('docs/glossary.md', 'utf8'));
  return tables.flatMap(({ line, rows }) => {
    const { anchor } = headings.findLast((heading) => heading.line < line)!;
    return rows.map(
      ([term = '', meaning = '']): Entry => ({
        url: `${addressOf('docs/glossary.md')}.html#${anchor}`,
        kind: 'term',
        page: 'Glossary',
        heading: wordsOf(term),
        text: wordsOf(meaning),
        words: 'mean meaning',
      }),
    );
  });
};

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** The operations of the HTTP reference. */
const httpEntries = (): readonly Entry[] => {
  const document = JSON.parse(readFileSync('packages/openapi/openapi.json', 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, description, tags }]): Entry => {
      const tag = (tags[0] ?? '').toLowerCase().replaceAll(' ', '-');
      return {
        url: `http/index.html#tag/${tag}/${method.toUpperCase()}${path}`,
        kind: 'guide',
        page: 'HTTP API',
        heading: summary,
        text: `${method.toUpperCase()} ${path}. ${wordsOf(description)}`,
        words: '',
      };
    }),
  );
};

const summaryOf = (declaration: DeclarationReflection): string => {
  const comment = declaration.signatures?.[0]?.comment ?? declaration.comment;
  return wordsOf((comment?.summary ?? []).map(({ text }) => text).join(''));
};

const memberEntry = (declaration: DeclarationReflection, url: string, module: string): Entry => ({
  url,
  kind: 'member',
  page: module,
  heading: declaration.name,
  text: `${summaryOf(declaration)} ${(declaration.children ?? []).map(({ name }) => name).join(' ')}`.trim(),
  words: searchWords[url] ?? '',
});

/** Everything that can be found, in the order of the site. */
export const searchEntries = (
  project: ProjectReflection,
  urlOf: (target: DeclarationReflection | DocumentReflection) => string,
  pages: ReadonlyMap<string, string>,
): readonly Entry[] => [
  ...(project.documents ?? []).flatMap((document) => {
    const url = urlOf(document);
    return sectionsOf(document, url, pages.get(url) ?? '');
  }),
  ...glossaryEntries(),
  ...httpEntries(),
  ...(project.children ?? []).flatMap((module) => [
    memberEntry(module, urlOf(module), 'TypeScript'),
    ...(module.children ?? [])
      .filter((member) => !member.isReference())
      .map((member) => memberEntry(member, urlOf(member), module.name)),
  ]),
];
