import { useEffect, useState } from 'preact/hooks';
import { hashOf, viewIn } from '../model/address.js';
import type { View } from '../model/view.js';

/** The view of the address, and a way to change it. */
export const useView = () => {
  const [view, setView] = useState(() => viewIn(location.hash));
  useEffect(() => {
    const read = (): void => setView(viewIn(location.hash));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const change = (changes: Partial<View>): void => {
    const next = { ...view, ...changes };
    // Both: the address does not change where only its spelling would.
    location.hash = hashOf(next);
    setView(next);
  };
  return [view, change] as const;
};
