import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** The time, in milliseconds since 1970. It moves only while something is waited for. */
export const Now = createContext(0);

export const useNow = (): number => useContext(Now);

const tickMs = 1_000;

/** The time; it moves every second while `isWaiting`. */
export const useClock = (isWaiting: boolean): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return now;
};
