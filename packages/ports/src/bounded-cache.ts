/** Values by key, as many as fit; those used longest ago make room for others. */
export interface BoundedCache<Value, Key = string> {
  /** The size of everything kept, never more than the bound. */
  readonly size: () => number;
  /** The value, which counts as used now. */
  readonly get: (key: Key) => Value | undefined;
  /** Keeps a value in place of an earlier one; `false`, with nothing changed, if it can never fit. */
  readonly set: (key: Key, value: Value, size?: number) => boolean;
  /** Forgets the value of a key. */
  readonly delete: (key: Key) => void;
}

interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
}

/**
 * A cache of at most `sizeMax`: bytes where each value is kept with its bytes, else how many values. Every
 * bounded memory of the service is one of these.
 */
export const boundedCache = <Value, Key = string>(sizeMax: number): BoundedCache<Value, Key> => {
  // In the order of use, the latest last.
  const kept = new Map<Key, Kept<Value>>();
  let sizeKept = 0;
  let latest: Key | undefined;

  const drop = (key: Key): void => {
    sizeKept -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };

  return {
    size: () => sizeKept,
    get: (key) => {
      const found = kept.get(key);
      // A request asks for the same key once per figure: only the first moves it.
      if (found !== undefined && key !== latest) {
        kept.delete(key);
        kept.set(key, found);
        latest = key;
      }
      return found?.value;
    },
    set: (key, value, size = 1) => {
      if (size > sizeMax) return false;
      drop(key);
      for (const oldest of kept.keys()) {
        if (sizeKept + size <= sizeMax) break;
        drop(oldest);
      }
      kept.set(key, { value, size });
      sizeKept += size;
      latest = key;
      return true;
    },
    delete: drop,
  };
};
