import { favicon } from './favicon.js';

/** What a page of the reference shows, and where its script is. */
export interface PageOptions {
  /** The document, as JSON text. */
  readonly document: string;
  /** The address of the script, from the page. */
  readonly script: string;
}

/** Everything that would look for another host is off: the page works without a network. */
const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  operationTitleSource: 'summary',
};

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** JSON that cannot end its element. */
const inElement = (json: string): string => json.replaceAll('<', '\\u003c');

/**
 * A page that shows the document in a browser, with search, in light and dark. It holds the document
 * and needs one script beside it, so it also works from a disk.
 */
export const referencePage = ({ document, script }: PageOptions): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Tallyboard: HTTP reference</title>
    <link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(favicon)}">
  </head>
  <body>
    <noscript>This page needs JavaScript; the document itself is at openapi.json.</noscript>
    <script id="api-reference" type="application/json" data-configuration="${attribute(JSON.stringify(configuration))}">${inElement(document)}</script>
    <script src="${attribute(script)}"></script>
  </body>
</html>
`;
