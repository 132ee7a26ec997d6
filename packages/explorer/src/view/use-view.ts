import { useEffect, useRef, useState } from 'preact/hooks';
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

/** The last value that was there for an organization; `null` before the first. */
export const useLast = <A>(value: A | null, organization: string): A | null => {
  const last = useRef<{ readonly value: A; readonly organization: string } | null>(null);
  if (value !== null) last.current = { value, organization };
  return last.current?.organization === organization ? last.current.value : null;
};
