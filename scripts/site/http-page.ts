import { referencePage } from '@tallyboard/openapi';
import { headerOf } from './layout.js';

/** No service has these pages, so the document names none: the reader enters an address. */
const servers = [
  {
    url: '{address}',
    description: 'Enter the address of your service.',
    variables: { address: { default: 'https://analytics.example.com' } },
  },
];

/** Scalar's colours as those of the site, and its column below the site's own header. */
const style = `<style>
body { display: block; background: var(--paper) }
:root { --scalar-custom-header-height: 57px }
.light-mode, .dark-mode { --scalar-background-1: var(--panel); --scalar-background-2: var(--paper);
  --scalar-background-3: var(--edge); --scalar-color-1: var(--ink); --scalar-color-2: var(--soft);
  --scalar-color-3: var(--soft); --scalar-color-accent: var(--main); --scalar-font: var(--text);
  --scalar-font-code: var(--code); --scalar-color-green: light-dark(#1a6b3c, #6fd19a);
  --scalar-color-blue: var(--main); --scalar-color-orange: light-dark(#8a4b00, #f0b060);
  --scalar-border-color: var(--edge) }
</style>`;

/** The HTTP reference within the site: the page that a service has, below the site's own header. */
export const httpPage = (document: string): string => {
  const parsed = JSON.parse(document) as Readonly<Record<string, unknown>>;
  const page = referencePage({
    document: JSON.stringify({ ...parsed, servers }),
    script: 'api-reference.js',
  });
  const settings = { hideSearch: true, hideDarkModeToggle: true };
  const more = JSON.stringify(settings).slice(1).replaceAll('"', '&quot;');
  return page
    .replace('data-configuration="{', () => `data-configuration="{${more.slice(0, -1)},`)
    .replace('<html lang="en">', '<html lang="en" data-up="../" data-url="http/index.html">')
    .replace(
      '</head>',
      () =>
        `<link rel="stylesheet" href="../assets/site.css">${style}<script src="../assets/page.js" defer></script></head>`,
    )
    .replace(
      '<body>',
      () =>
        `<body class="http">${headerOf('http/index.html')}<span id="content" tabindex="-1"></span>`,
    );
};
