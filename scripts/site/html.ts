import MarkdownIt from 'markdown-it';

/** Text as it is written in HTML. */
export const escaped = new MarkdownIt().utils.escapeHtml;

const entities: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' },
};

/** HTML as the text that a reader sees. */
export const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&[a-z\d#]+;/g, (entity) => entities[entity] ?? entity);

/** What leads from a page to the root of the site. */
export const upFrom = (url: string): string => '../'.repeat(url.split('/').length - 1);
