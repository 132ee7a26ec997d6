import { visibleLines } from './visible-text.js';

/** Text that is markup already. Everything else is escaped when it is put into some. */
export interface Markup {
  readonly markup: string;
}

/** What can stand in a template; `null` and `false` leave nothing. */
export type Part = string | number | Markup | readonly Part[] | null | false;

/** Longer than any text that a reader needs, and short enough for a page to load. */
const textMax = 20_000;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as content or attribute of HTML and XML; the entities are those that both know. */
export const escaped = (text: string): string =>
  visibleLines(text, textMax).replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Marks a text as markup. For constants of ours only. */
export const raw = (markup: string): Markup => ({ markup });

const put = (part: Part): string => {
  if (part === null || part === false) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(put).join('');
};

/** HTML or XML with every value escaped that is not markup itself. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  raw(texts.map((text, index) => text + put(parts[index] ?? null)).join(''));
