/* The search dialog: made when it is first opened. */

import { type Entry, excerptOf, searchEngine } from '../search-engine.js';

const up = document.documentElement.dataset['up'] ?? '';
const find = searchEngine(globalThis.tallyboardPlaces ?? []);

const kinds: Readonly<Record<Entry['kind'], string>> = {
  guide: 'Guide',
  rule: 'Rule',
  violation: 'Violation',
  term: 'Glossary',
  package: 'Package',
  member: 'TypeScript',
  table: 'Table',
};

/** An element with words in it, of which some are marked. */
const marked = (tag: string, text: string, terms: readonly string[]): HTMLElement => {
  const element = document.createElement(tag);
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = terms.length === 0 ? [text] : text.split(new RegExp(`(${escaped.join('|')})`, 'i'));
  for (const [at, part] of parts.entries())
    element.append(
      at % 2 === 0 ? part : Object.assign(document.createElement('mark'), { textContent: part }),
    );
  return element;
};

const rowOf = ({ url, heading, kind, page, text }: Entry, terms: readonly string[]) => {
  const row = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${up}${url}`;
  link.append(
    marked('strong', heading, terms),
    marked('span', `${kinds[kind]} · ${page}`, []),
    marked('span', excerptOf(text, terms), terms),
  );
  row.append(link);
  return row;
};

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.setAttribute('aria-label', 'Search');
dialog.innerHTML = `<input type="search" aria-label="Search guides, rules and reference" placeholder="A question, a rule, a function" maxlength="100" autocomplete="off" spellcheck="false">
<p role="status"></p><ul></ul>`;
document.body.append(dialog);
const input = dialog.querySelector('input')!;
const list = dialog.querySelector('ul')!;
const status = dialog.querySelector('p')!;

const show = (): void => {
  const query = input.value.trim();
  const hits = query === '' ? [] : find(query);
  list.replaceChildren(...hits.map(({ entry, terms }) => rowOf(entry, terms)));
  status.textContent =
    query === ''
      ? 'Try 4.1.8, perPage or "how do I rotate a key".'
      : hits.length === 0
        ? `Nothing has "${query}".`
        : `${hits.length} results`;
};

input.addEventListener('input', show);
dialog.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    (links[at + step] ?? input).focus();
  } else if (event.key === 'Enter' && at < 0) links[0]?.click();
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog || (event.target as Element).closest('a') !== null) dialog.close();
});

globalThis.tallyboardSearch = () => {
  if (!dialog.open) dialog.showModal();
  input.select();
  show();
};
