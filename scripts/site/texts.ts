import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import {
  type Comment,
  type DeclarationReflection,
  type DocumentReflection,
  type ParameterReflection,
  type ProjectReflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
} from 'typedoc';
import { addressOf, backMatter, guideSections, inReadingOrder, sectionOf } from './pages.js';
import { sourceOf } from './router.js';
import { twinOf } from './twins.js';

type UrlOf = (target: DeclarationReflection | DocumentReflection) => string;

const twinUrl = (url: string): string => url.replace(/\.html(?=#|$)/, '.md');

const said = (comment: Comment | undefined): string =>
  (comment?.summary ?? [])
    .map(({ text }) => text)
    .join('')
    .trim();

const block = (comment: Comment | undefined, tag: `@${string}`): string =>
  (comment?.blockTags ?? [])
    .filter((one) => one.tag === tag)
    .map(({ content }) =>
      content
        .map(({ text }) => text)
        .join('')
        .trim(),
    )
    .join('\n\n');

const typeText = (type: SomeType | undefined): string => type?.toString() ?? 'unknown';

const parameterText = ({ name, type, flags }: ParameterReflection): string =>
  `${name}${flags.isOptional ? '?' : ''}: ${typeText(type)}`;

const signatureText = (signature: SignatureReflection): string => {
  const { name, parameters = [], type, comment } = signature;
  const documented = parameters
    .filter((one) => said(one.comment) !== '')
    .map((one) => `- \`${one.name}\`: ${said(one.comment)}`);
  return [
    `\`\`\`ts\n${name}(${parameters.map(parameterText).join(', ')}): ${typeText(type)}\n\`\`\``,
    said(comment),
    documented.join('\n'),
    block(comment, '@returns') === '' ? '' : `Returns: ${block(comment, '@returns')}`,
    block(comment, '@example'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const fieldText = (field: DeclarationReflection): string =>
  `- \`${field.name}${field.flags.isOptional ? '?' : ''}: ${typeText(field.type)}\` ${said(field.comment)}`.trimEnd();

/** What the reference says of one export. */
const memberText = (member: DeclarationReflection): string =>
  [
    `# ${ReflectionKind.singularString(member.kind)} ${member.name}`,
    ...(member.signatures ?? []).map(signatureText),
    ...(member.signatures === undefined
      ? [
          member.type === undefined
            ? ''
            : `\`\`\`ts\n${member.name}: ${typeText(member.type)}\n\`\`\``,
          said(member.comment),
          block(member.comment, '@example'),
          (member.children ?? []).map(fieldText).join('\n'),
        ]
      : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const moduleText = (module: DeclarationReflection, urlOf: UrlOf): string => {
  const here = posix.dirname(urlOf(module));
  const tasks = (module.categories ?? []).map(({ title, children }) => {
    const rows = children.flatMap((one) => {
      const shown = one.isReference() ? one.getTargetReflectionDeep() : one;
      if (!shown.isDeclaration()) return [];
      const summary = said(shown.signatures?.[0]?.comment ?? shown.comment).split('\n\n')[0] ?? '';
      const place = posix.relative(here, twinUrl(urlOf(shown)));
      return [`- [${one.name}](${place}) ${summary.replaceAll('\n', ' ')}`.trimEnd()];
    });
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  return [`# ${module.name}`, said(module.comment), ...tasks].join('\n\n');
};

const intro = `# Tallyboard

> Organization analytics for shared boards: a pure TypeScript core, a service that answers the HTTP API, and a
> test that gives any such service a verdict for each rule.

Every page of this site has a twin in Markdown: its address with \`.md\` in place of \`.html\`.
`;

/**
 * Writes a Markdown twin of every page, and two files for programs that read: llms.txt lists the pages,
 * llms-full.txt has the guides and the core's reference in one text.
 */
export const writeTexts = (project: ProjectReflection, site: string, urlOf: UrlOf): void => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), `${text.trimEnd()}\n`);
  };
  const documents = new Map((project.documents ?? []).map((one) => [sourceOf(one), one]));
  const known = new Map([...documents.keys()].map((source) => [source, `${addressOf(source)}.md`]));
  for (const [source, place] of known) write(place, twinOf(source, known));
  const modules = project.children ?? [];
  for (const module of modules) {
    write(twinUrl(urlOf(module)), moduleText(module, urlOf));
    for (const member of module.children ?? []) {
      if (!member.isReference()) write(twinUrl(urlOf(member)), memberText(member));
    }
  }
  const lists = guideSections.map(({ title }) => {
    const rows = inReadingOrder(title, [...known.keys()]).map(
      (source) => `- [${documents.get(source)!.name}](${addressOf(source)}.md)`,
    );
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  const reference = modules.map(
    (one) => `- [${one.name}](${twinUrl(urlOf(one))}): ${said(one.comment).replaceAll('\n', ' ')}`,
  );
  const data = '- [openapi.json](openapi.json): the HTTP API as an OpenAPI 3.1 document';
  const links = [...lists, `## Reference\n\n${data}\n${reference.join('\n')}`];
  write('llms.txt', `${intro}\n${links.join('\n\n')}`);
  write('reference.md', `# TypeScript reference\n\n${reference.join('\n')}`);
  const front = twinOf('docs/front.md', new Map([...known, ['docs/front.md', 'index.md']]));
  write('index.md', front.replaceAll(/<[^>]+>\n?/g, ''));

  const core = modules.find(({ name }) => name === '@tallyboard/core');
  const guides = guideSections
    .filter(({ title }) => title !== backMatter)
    .flatMap(({ title }) => inReadingOrder(title, [...known.keys()]))
    .filter((source) => sectionOf(source) !== 'Work on Tallyboard')
    .map((source) => twinOf(source, known));
  const members = (core?.children ?? [])
    .filter((one) => !one.isReference() && one.kindOf(ReflectionKind.Function))
    .map(memberText);
  write('llms-full.txt', [intro, ...guides, ...members].join('\n\n---\n\n'));
};
