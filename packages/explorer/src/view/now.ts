import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The time, in milliseconds since 1970. It moves only while something is waited for. */
export const Now = createContext(0);

/** The time as components read it. */
export const useNow = (): number => useContext(Now);
