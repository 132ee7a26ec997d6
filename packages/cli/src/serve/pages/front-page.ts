import type { Place } from './page.js';

type Places = Readonly<Record<string, Place>>;

/** The probes are answered apart from pages, and linked all the same. */
const probeLinks = [
  { path: '/healthz', rel: 'health', says: '200 while the process can answer' },
  { path: '/readyz', rel: 'ready', says: '200 once the data is loaded, 503 before and at the end' },
] as const;

const linksOf = (places: Places) => [
  ...Object.entries(places).flatMap(([path, { link }]) =>
    link === undefined ? [] : [{ path, ...link }],
  ),
  ...probeLinks,
];

/** What `GET /` sends to a program: the path of every page, by its relation. */
export const frontJson = (places: Places): string => {
  const links = Object.fromEntries(linksOf(places).map(({ rel, path }) => [rel, path]));
  const meta = {
    name: 'Tallyboard',
    about: 'Organization analytics, boards and users. The endpoints are below /v1.',
  };
  return `${JSON.stringify({ meta, links }, null, 2)}\n`;
};

const styles = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 38rem; margin: 10vh auto; padding: 0 1.25rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
  dt { margin-top: 1rem; font-weight: 600; }
  dd { margin: 0; opacity: .85; }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: .5rem; }
`;

/** What `GET /` sends to a browser: the same links, with a sentence each. */
export const frontHtml = (places: Places): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Tallyboard</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${styles}</style>
  </head>
  <body>
    <h1>Tallyboard</h1>
    <p>This service answers organization analytics for shared boards.</p>
    <dl>${linksOf(places)
      .map(({ path, says }) => `<dt><a href="${path}">${path}</a></dt><dd>${says}</dd>`)
      .join('')}</dl>
    <p>The endpoints are below <code>/v1</code> and need an API key:</p>
    <pre>curl -H 'X-API-KEY: YOUR_KEY' ADDRESS/v1/me</pre>
  </body>
</html>
`;
