import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { escaped } from './html.js';
import { headerOf } from './layout.js';

const isSource = /\.(ts|mjs|cjs|js|json|txt|md)$/;
const linked = /(href="(?:\.\.\/)*media\/[^"#]+\.(?:ts|mjs|cjs|js|json|txt|md))(?=["#])/g;

/** Links to source files of the site lead to pages that show them. */
export const linkSourcePages = (html: string): string => html.replace(linked, '$1.html');

const pageOf = (path: string, source: string): string => {
  const lines = source.trimEnd().split('\n');
  const rows = lines.map((line, at) => `<span id="L${at + 1}">${escaped(line)}</span>`);
  return `<!DOCTYPE html>
<html lang="en" data-up="../" data-url="media/source.html">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(path)}</title>
<link rel="icon" type="image/svg+xml" href="../favicon.svg">
<link rel="stylesheet" href="../assets/site.css"><script src="../assets/page.js" defer></script>
</head>
<body class="source">
${headerOf('media/source.html')}
<main id="content" tabindex="-1"><p><a href="../guides/rule-index.html">Rule index</a></p>
<h1>${escaped(path)}</h1>
<pre>${rows.join('')}</pre></main>
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
