import type { Entry } from '../search-engine.js';

declare global {
  var tallyboardPlaces: readonly Entry[] | undefined;
  var tallyboardSearch: (() => void) | undefined;
  var tallyboardRunner: string | undefined;
}

const root = document.documentElement;
const loaded = new Map<string, Promise<void>>();

/** What leads from this page to the root of the site. */
export const up = root.dataset['up'] ?? '';

/** Loads a script of the site once. By an element: that also works for pages opened from a disk. */
export const loadScript = (path: string): Promise<void> => {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${up}${path}`;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${path} could not be loaded`)));
    document.head.append(script);
  });
  loaded.set(path, loading);
  return loading;
};
