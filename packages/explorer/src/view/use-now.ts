import { useEffect, useState } from 'preact/hooks';

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
