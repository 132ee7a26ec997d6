import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const isSource = /\.(ts|mjs|cjs|js|json|txt|md)$/;
const linked = /(href="(?:\.\.\/)*media\/[^"#]+\.(?:ts|mjs|cjs|js|json|txt|md))(?=["#])/g;

/** Links to source files of the site lead to pages that show them. */
export const linkSourcePages = (html: string): string => html.replace(linked, '$1.html');

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const pageOf = (path: string, source: string): string => {
  const lines = source.trimEnd().split('\n');
  const rows = lines.map((line, at) => `<span id="L${at + 1}">${escaped(line)}</span>`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(path)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 112ch; padding: 1rem; font: 15px/1.5 system-ui, sans-serif }
pre { overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; counter-reset: line }
pre span { display: block; min-height: 1.5em; counter-increment: line }
pre span::before { content: counter(line); display: inline-block; width: 4ch; margin-right: 2ch;
  text-align: right; opacity: 0.5 }
:target { background: color-mix(in srgb, currentColor 15%, transparent) }
</style>
</head>
<body>
<p><a href="../index.html">Tallyboard</a> / <a href="../documents/Rule_index.html">Rule index</a></p>
<h1>${escaped(path)}</h1>
<pre>${rows.join('')}</pre>
</body>
</html>
`;
};

/** Replaces each source file among the media by a page that shows it. */
export const writeSourcePages = (site: string, media: ReadonlyMap<string, string>): void => {
  for (const [name, file] of media) {
    if (!isSource.test(name)) continue;
    const copy = join(site, 'media', name);
    writeFileSync(`${copy}.html`, pageOf(relative('.', file), readFileSync(file, 'utf8')));
    rmSync(copy, { force: true });
  }
};
