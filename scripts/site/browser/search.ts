/* The search dialog: made when it is first opened. */

import { type Entry, excerptOf, searchEngine } from '../search-engine.js';
import { up } from './load-script.js';

const find = searchEngine(globalThis.tallyboardPlaces ?? []);

const kinds: Readonly<Record<Entry['kind'], string>> = {
  guide: 'Guide',
  rule: 'Rule',
  violation: 'Violation',
  package: 'Package',
  member: 'TypeScript',
  table: 'Table',
};

/** An element with words in it, of which some are marked. */
const marked = (tag: string, text: string, terms: readonly string[]): HTMLElement => {
  const element = document.createElement(tag);
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts =
    terms.length === 0 ? [text] : text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) element.append(part);
    else element.append(Object.assign(document.createElement('mark'), { textContent: part }));
  }
  return element;
};

const rowOf = (entry: Entry, terms: readonly string[], at: number): HTMLElement => {
  const row = document.createElement('li');
  row.id = `found-${at}`;
  row.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = `${up}${entry.url}`;
  link.tabIndex = -1;
  const where = document.createElement('span');
  where.className = 'where';
  where.textContent = `${kinds[entry.kind]} · ${entry.page}`;
  link.append(
    marked('strong', entry.heading, terms),
    where,
    marked('span', excerptOf(entry.text, terms), terms),
  );
  row.append(link);
  return row;
};

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.setAttribute('aria-label', 'Search');
dialog.innerHTML = `<input type="search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list"
 aria-label="Search guides, rules and reference" placeholder="A rule, a word, a function" maxlength="100" autocomplete="off" spellcheck="false">
<ul id="found" role="listbox" aria-label="What was found"></ul><p role="status"></p>`;
document.body.append(dialog);
const input = dialog.querySelector('input')!;
const list = dialog.querySelector('ul')!;
const status = dialog.querySelector('p')!;
let chosen = 0;

const choose = (at: number): void => {
  const rows = [...list.children];
  chosen = Math.max(0, Math.min(at, rows.length - 1));
  for (const [place, row] of rows.entries()) {
    row.setAttribute('aria-selected', String(place === chosen));
  }
  rows[chosen]?.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', rows[chosen]?.id ?? '');
};

const show = (): void => {
  const query = input.value.trim();
  const hits = query === '' ? [] : find(query);
  list.replaceChildren(...hits.map(({ entry, terms }, at) => rowOf(entry, terms, at)));
  status.textContent =
    query === ''
      ? 'Try 4.1.8, perPage or rate limit.'
      : hits.length === 0
        ? `Nothing has "${query}".`
        : '';
  choose(0);
};

input.addEventListener('input', show);
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
  } else if (event.key === 'Enter') {
    list.children[chosen]?.querySelector('a')?.click();
  }
});
dialog.addEventListener('click', (event) => {
  if (event.target === dialog || (event.target as Element).closest('a') !== null) dialog.close();
});

globalThis.tallyboardSearch = () => {
  if (!dialog.open) dialog.showModal();
  input.select();
  show();
};
