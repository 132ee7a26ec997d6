import { readFileSync } from 'node:fs';
import type { DeclarationReflection, DocumentReflection, ProjectReflection } from 'typedoc';
import { readMarkdown } from '../markdown.js';
import { addressOf, sectionOf, sourceOf } from './pages.js';
import type { Entry, PlaceKind } from './search-engine.js';
import { searchWords } from './search-words.js';

/** Markdown as words: no marks, no addresses. */
const wordsOf = (markdown: string): string =>
  markdown
    // Programs and documents have the words of everything.
    .replace(/^```(?:ts|json)\b.*\n(?:(?!```).*\n)*```$/gm, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(```.*|\|[\s:|-]+\|)$/gm, '')
    .replace(/[`*|>#]|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const kindOf = (source: string): PlaceKind => {
  // A table of decisions has a row for everything.
  if (sectionOf(source) === 'Work on Tallyboard' || source === 'docs/decisions.md') return 'table';
  if (source === 'docs/rules.md') return 'rule';
  if (source === 'docs/violations.md') return 'violation';
  return source.endsWith('/README.md') && source !== 'docs/README.md' ? 'package' : 'guide';
};

/** The sections of a page. `links` are the anchors of its headings, in order. */
const sectionsOf = (
  { name, ...rest }: { readonly name: string; readonly url: string; readonly source: string },
  links: readonly string[],
): readonly Entry[] => {
  const text = readFileSync(rest.source, 'utf8');
  const lines = text.split('\n');
  const { headings } = readMarkdown(text);
  const kind = kindOf(rest.source);
  return headings.map(({ text: heading, line }, at) => {
    const end = headings[at + 1]?.line ?? lines.length + 1;
    const url = at === 0 ? rest.url : `${rest.url}${links[at] ?? ''}`;
    const body = wordsOf(lines.slice(line, end - 1).join('\n'));
    return {
      url,
      kind,
      page: name,
      heading: at === 0 ? name : heading,
      // Tables at the back are long, and each row says the same of something else.
      text: kind === 'table' ? body.slice(0, 300) : body,
      words: searchWords[url] ?? searchWords[/^[\d.]+/.exec(heading)?.[0] ?? ''] ?? '',
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
  headingsOf: ReadonlyMap<string, readonly string[]>,
): readonly Entry[] => [
  ...(project.documents ?? []).flatMap((document) => {
    const url = urlOf(document);
    const page = { name: document.name, url, source: sourceOf(document) };
    return sectionsOf(page, headingsOf.get(url) ?? []);
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
