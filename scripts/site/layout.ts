import type { PageEvent, ProjectReflection, Reflection } from 'typedoc';
import { ReflectionKind } from 'typedoc';
import { manifestIn } from '../packages/pack.js';
import { escaped, textOf, upFrom } from './html.js';
import { guidesIn } from './pages.js';

/** The version that all packages share, and that the site is about. */
const { version } = manifestIn('packages/core');

const mark = `<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M9 24v-8M16 24V8M23 24V13" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>`;

/** The doors at the top of every page: name, address, and the addresses that belong to it. */
const doors: readonly (readonly [name: string, url: string, own: RegExp])[] = [
  ['Guides', 'project/readme.html', /^(guides|packages|project)\//],
  ['TypeScript <i>API</i>', 'reference.html', /^reference/],
  ['HTTP <i>API</i>', 'http/index.html', /^http\//],
];

/** The top of every page: where the reader is, and where else there is to go. */
export const headerOf = (url: string): string => {
  const up = upFrom(url);
  const links = doors.map(
    ([name, target, own]) =>
      `<a href="${up}${target}"${own.test(url) ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<header class="top"><a class="skip" href="#content">Skip to the content</a>
<a class="brand" aria-label="Tallyboard" href="${up}index.html">${mark}<span>Tallyboard</span></a>
<nav aria-label="Doors">${links.join('')}</nav>
<button type="button" class="find" data-find aria-keyshortcuts="/" aria-label="Search"><svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="m10.5 10.5 4 4M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10" fill="none" stroke="currentColor" stroke-width="1.6"/></svg><span>Search</span><kbd>/</kbd></button>
<button type="button" class="scheme" data-scheme aria-label="Colours: as the system has them" title="Colours">◐</button>
</header>`;
};

type Link = readonly [text: string, href: string, isHere: boolean];

const listOf = (links: readonly Link[]): string =>
  `<ul>${links.map(([text, href, isHere]) => `<li><a href="${escaped(href)}"${isHere ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`).join('')}</ul>`;

type LinkTo = (target: Reflection) => string;

const guidesOf = (project: ProjectReflection, here: Reflection, linkTo: LinkTo): string =>
  guidesIn(project)
    .map(({ title, guides }) => {
      const links = guides.map((page): Link => [page.name, linkTo(page), page === here]);
      return `<h2>${title}</h2>${listOf(links)}`;
    })
    .join('');

/** A package's functions and values by task; its types are on its own page and behind links. */
const referenceOf = (project: ProjectReflection, here: Reflection, linkTo: LinkTo): string => {
  const module = here.kindOf(ReflectionKind.Module) ? here : here.parent;
  const modules = project.children ?? [];
  const links = modules.map((one): Link => [one.name, linkTo(one), one === module]);
  const own = modules.find((one) => one === module);
  const tasks = (own?.categories ?? []).map(({ title, children }) => {
    const shown = children.filter((one) =>
      one.kindOf(ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.Class),
    );
    return shown.length === 0
      ? ''
      : `<h2>${title}</h2>${listOf(shown.map((one): Link => [one.name, linkTo(one), one === here]))}`;
  });
  return `<h2>Packages</h2>${listOf(links)}${tasks.join('')}`;
};

/** The pages before and after a guide, in reading order. */
const neighboursOf = ({ project, model }: PageEvent<Reflection>, linkTo: LinkTo): string => {
  const pages = guidesIn(project).flatMap(({ guides }) => guides);
  const at = pages.findIndex((page) => page === model);
  if (at < 0) return '';
  const link = (rel: string, page = pages[at + (rel === 'prev' ? -1 : 1)]) =>
    page === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${escaped(linkTo(page))}">${escaped(page.name)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link('prev')}${link('next')}</nav>`;
};

/** The links beside a page: the guides, or the package that it belongs to. */
const navigationOf = (page: PageEvent<Reflection>, linkTo: LinkTo): string => {
  if (page.url === 'index.html') return '';
  return page.model.isDocument()
    ? guidesOf(page.project, page.model, linkTo)
    : referenceOf(page.project, page.model, linkTo);
};

/** The page of all packages, each with what it is. */
export const packagesOf = (project: ProjectReflection, linkTo: LinkTo): string => {
  const rows = (project.children ?? []).map((module) => {
    const says = (module.comment?.summary ?? []).map(({ text }) => text).join('');
    return `<dt><a href="${escaped(linkTo(module))}">${escaped(module.name)}</a></dt><dd>${escaped(says.replaceAll('`', ''))}</dd>`;
  });
  return `<h1>TypeScript API</h1><dl class="tsd-member-summaries">${rows.join('')}</dl>`;
};

/** The headings of a page, when there are enough of them to choose from. */
const contentsOf = (page: PageEvent<Reflection>): string => {
  if (page.url === 'index.html') return '';
  const headings = page.pageSections
    .flatMap((section) => section.headings)
    .filter(({ level = 2 }) => level > 1 && level < 4);
  if (headings.length < 3 || headings.length > 120) return '';
  return `<ul>${headings
    .map(
      ({ text, link, level = 2 }) =>
        `<li class="level-${level}"><a href="${escaped(link)}">${escaped(text)}</a></li>`,
    )
    .join('')}</ul>`;
};

const descriptionOf = (html: string): string =>
  textOf(/<p>([^]*?)<\/p>/.exec(html)?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, 180);

/** A whole page. Nothing in it leads to another host, and it can be read without a script. */
export const pageOf = (page: PageEvent<Reflection>, content: string, linkTo: LinkTo): string => {
  const { url } = page;
  const title = url === 'reference.html' ? 'TypeScript API' : page.model.name;
  const navigation = navigationOf(page, linkTo);
  const contents = contentsOf(page);
  const up = upFrom(url);
  const isFront = url === 'index.html';
  const twin = url.startsWith('reference') ? '' : `${up}${url.replace(/\.html$/, '.md')}`;
  const menu =
    navigation === ''
      ? ''
      : `<details class="menu" open><summary>Menu</summary><nav aria-label="Pages">${navigation}</nav></details>`;
  return `<!DOCTYPE html>
<html lang="en" data-up="${up}" data-url="${escaped(url)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(isFront ? 'Tallyboard' : `${title} - Tallyboard`)}</title>
<meta name="description" content="${escaped(descriptionOf(content))}">
<link rel="icon" type="image/svg+xml" href="${up}favicon.svg">
${twin === '' ? '' : `<link rel="alternate" type="text/markdown" href="${twin}">`}
<link rel="stylesheet" href="${up}assets/site.css"><link rel="stylesheet" href="${up}assets/highlight.css">
<script src="${up}assets/page.js" defer></script></head>
<body class="${isFront ? 'front' : url.split('/')[0]}">
${headerOf(url)}
<div class="columns">${menu}<main id="content" tabindex="-1">${content}${neighboursOf(page, linkTo)}
<footer>${twin === '' ? '' : `<a href="${twin}">This page as Markdown</a>`} <a href="${up}llms.txt">llms.txt</a> <a href="${up}project/changelog.html">Version ${escaped(version)}</a> <span>MIT licence</span></footer></main>
${contents === '' ? '' : `<aside class="contents"><nav aria-label="On this page"><strong>On this page</strong>${contents}</nav></aside>`}</div>
</body></html>
`;
};
