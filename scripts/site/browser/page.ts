/* What every page does with a script; without one it can be read all the same. */

import type { Entry } from '../search-engine.js';

declare global {
  var tallyboardPlaces: readonly Entry[] | undefined;
  var tallyboardSearch: (() => void) | undefined;
}

const root = document.documentElement;

const schemes = ['system', 'light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const kept = (): Scheme => {
  try {
    const found = localStorage.getItem('tallyboard-scheme');
    return schemes.find((one) => one === found) ?? 'system';
  } catch {
    return 'system';
  }
};

const pictureMedia: Readonly<Record<Scheme, string>> = {
  system: '(prefers-color-scheme: dark)',
  light: 'not all',
  dark: 'all',
};

const showScheme = (scheme: Scheme): void => {
  root.dataset['theme'] = scheme === 'system' ? 'os' : scheme;
  const button = document.querySelector<HTMLButtonElement>('[data-scheme]');
  const says = scheme === 'system' ? 'as the system has them' : scheme;
  button?.setAttribute('aria-label', `Colours: ${says}`);
  if (button !== null) button.title = `Colours: ${says}`;
  // The dark source of a picture follows the choice on the page.
  for (const source of document.querySelectorAll<HTMLSourceElement>('picture source')) {
    source.media = pictureMedia[scheme];
  }
};

showScheme(kept());

/* The HTTP reference has its own classes for its colours, and sets them when it is ready. */
const isDark = matchMedia('(prefers-color-scheme: dark)');
const showReferenceScheme = (): void => {
  const scheme = kept();
  const dark = scheme === 'dark' || (scheme === 'system' && isDark.matches);
  const { classList } = document.body;
  if (classList.contains('dark-mode') === dark && classList.contains('light-mode') !== dark) return;
  classList.toggle('dark-mode', dark);
  classList.toggle('light-mode', !dark);
};
if (document.body.classList.contains('http')) {
  new MutationObserver(showReferenceScheme).observe(document.body, { attributeFilter: ['class'] });
}

document.querySelector('[data-scheme]')?.addEventListener('click', () => {
  const next = schemes[(schemes.indexOf(kept()) + 1) % schemes.length]!;
  try {
    localStorage.setItem('tallyboard-scheme', next);
  } catch {
    // Without a place to keep it, the choice is for this page.
  }
  showScheme(next);
  if (document.body.classList.contains('http')) showReferenceScheme();
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
