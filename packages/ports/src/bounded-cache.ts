/** Values by key, as many as fit; those used longest ago make room for others. */
export interface BoundedCache<Value, Key = string> {
  /** The size of everything in it, never more than the bound. */
  readonly size: () => number;
  /** The value, which counts as used now. */
  readonly get: (key: Key) => Value | undefined;
  /** Stores a value in place of an earlier one; `false`, with nothing changed, if it can never fit. */
  readonly set: (key: Key, value: Value, size?: number) => boolean;
  /** Removes the value of a key. */
  readonly delete: (key: Key) => void;
}

/**
 * A cache of at most `sizeMax`: bytes where each value is stored with its bytes, else how many values. Every
 * bounded memory of the service is one of these.
 */
export const boundedCache = <Value, Key = string>(sizeMax: number): BoundedCache<Value, Key> => {
  // In the order of use, the latest last.
  const entries = new Map<Key, { key: Key; value: Value; size: number }>();
  let sizeUsed = 0;

  const drop = (key: Key): void => {
    sizeUsed -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };

  return {
    size: () => sizeUsed,
    get: (key) => {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      // Under the key that it has: an equal text would stay in memory in its place, one for each use.
      entries.set(found.key, found);
      return found.value;
    },
    set: (key, value, size = 1) => {
      if (size > sizeMax) return false;
      drop(key);
      for (const oldest of entries.keys()) {
        if (sizeUsed + size <= sizeMax) break;
        drop(oldest);
      }
      entries.set(key, { key, value, size });
      sizeUsed += size;
      return true;
    },
    delete: drop,
  };
};
