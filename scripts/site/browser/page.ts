/* What every page does with a script; without one it can be read all the same. */

import type { Entry } from '../search-engine.js';

declare global {
  var tallyboardPlaces: readonly Entry[] | undefined;
  var tallyboardSearch: (() => void) | undefined;
}

const root = document.documentElement;

/** Whether it is dark, by what the reader has chosen. */
const dark = { os: '(prefers-color-scheme: dark)', light: 'not all', dark: 'all' };
type Scheme = keyof typeof dark;

/** The choice that is kept, after another one is. */
const kept = (choice?: Scheme): Scheme | null => {
  try {
    if (choice !== undefined) localStorage.setItem('tallyboard-scheme', choice);
    return localStorage.getItem('tallyboard-scheme') as Scheme | null;
  } catch {
    // A browser that keeps nothing: the choice is for this page.
    return null;
  }
};
let scheme = kept() ?? 'os';

const button = document.querySelector<HTMLButtonElement>('[data-scheme]');
const isHttp = document.body.classList.contains('http');
const showScheme = (): void => {
  root.dataset['theme'] = scheme;
  const says = `Colours: ${scheme === 'os' ? 'as the system has them' : scheme}`;
  if (button !== null) button.ariaLabel = button.title = says;
  // The dark source of a picture follows the choice on the page.
  for (const source of document.querySelectorAll<HTMLSourceElement>('picture source'))
    source.media = dark[scheme];
  if (!isHttp) return;
  const isDark = matchMedia(dark[scheme]).matches;
  document.body.classList.toggle('dark-mode', isDark);
  document.body.classList.toggle('light-mode', !isDark);
};
showScheme();
// The HTTP reference has classes for its colours, and sets them when it is ready.
if (isHttp) new MutationObserver(showScheme).observe(document.body, { attributeFilter: ['class'] });
button?.addEventListener('click', () => {
  scheme = ({ os: 'light', light: 'dark', dark: 'os' } as const)[scheme];
  kept(scheme);
  showScheme();
});

// On a phone the menu would push the page out of sight.
const menu = document.querySelector<HTMLDetailsElement>('details.menu');
if (menu !== null && matchMedia('(max-width: 860px)').matches) menu.open = false;
menu?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
scrollTo({ top: location.hash === '' ? 0 : scrollY });

// The outline marks the last heading above the upper part of the window.
const outline = [...document.querySelectorAll<HTMLAnchorElement>('.contents a[href^="#"]')].map(
  (link) => ({ link, target: document.getElementById(decodeURIComponent(link.hash.slice(1))) }),
);
const markOutline = (): void => {
  const here = outline.findLast(({ target }) => (target?.getBoundingClientRect().top ?? 1e9) < 120);
  for (const { link } of outline) link.toggleAttribute('aria-current', link === here?.link);
  here?.link.scrollIntoView({ block: 'nearest' });
};
if (outline.length > 0) {
  addEventListener('scroll', markOutline, { passive: true });
  markOutline();
}

/** Loads a script of the site. By an element: that also works for pages opened from a disk. */
const loadScript = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root.dataset['up'] ?? ''}${path}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${path} could not be loaded`)));
    document.head.append(script);
  });

let search: Promise<void> | undefined;
const openSearch = (): void => {
  search ??= loadScript('assets/places.js').then(() => loadScript('assets/search.js'));
  void search.then(() => globalThis.tallyboardSearch?.());
};
document.querySelector('[data-find]')?.addEventListener('click', openSearch);
addEventListener('keydown', (event) => {
  const isWriting = (event.target as Element | null)?.closest('input, textarea, select') != null;
  const isSearch = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
  if (!isSearch || (isWriting && event.key === '/')) return;
  event.preventDefault();
  openSearch();
});

for (const button of document.querySelectorAll<HTMLButtonElement>('pre > button')) {
  button.addEventListener('click', () => {
    const text = button.parentElement?.querySelector('code')?.innerText ?? '';
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = 'Copied';
    });
  });
}
