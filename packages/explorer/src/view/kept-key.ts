import type { Entered } from './connect.js';

const storageKey = 'tallyboard-key';

export const kept = (): Entered | null => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Entered | null;
  } catch {
    return null;
  }
};

/** Keeps what you entered until the tab is closed; `null` forgets it. */
export const keep = (entered: Entered | null): void => {
  try {
    if (entered === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(entered));
  } catch {
    // A page that was opened from a disk may have no storage.
  }
};

/**
 * The key of a link that `npm start` prints, on this machine only. It is taken out of the address at once, so
 * that it is in no history and no copied link.
 */
export const keyInAddress = (): string | null => {
  const words = new URLSearchParams(location.hash.slice(1));
  const key = words.get('key');
  if (key === null) return null;
  words.delete('key');
  history.replaceState(null, '', `#${words.toString()}`);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname) ? key : null;
};
