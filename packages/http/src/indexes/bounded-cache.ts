/** Values by key, as many as fit; those used longest ago make room for others. */
export interface BoundedCache<Value, Key = string> {
  /** The bytes of everything kept, never more than the bound. */
  readonly bytes: () => number;
  /** The value, which counts as used now. */
  readonly get: (key: Key) => Value | undefined;
  /** Keeps a value in place of an earlier one; `false`, with nothing changed, if it can never fit. */
  readonly set: (key: Key, value: Value, bytes: number) => boolean;
}

interface Kept<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** A cache that holds at most `bytesMax`. */
export const boundedCache = <Value, Key = string>(bytesMax: number): BoundedCache<Value, Key> => {
  // The key used last stands last.
  const kept = new Map<Key, Kept<Value>>();
  let bytesKept = 0;
  let latest: Key | undefined;

  const drop = (key: Key): void => {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };

  return {
    bytes: () => bytesKept,
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
    set: (key, value, bytes) => {
      if (bytes > bytesMax) return false;
      drop(key);
      for (const oldest of kept.keys()) {
        if (bytesKept + bytes <= bytesMax) break;
        drop(oldest);
      }
      kept.set(key, { value, bytes });
      bytesKept += bytes;
      latest = key;
      return true;
    },
  };
};
