/**
 * Reads something once and keeps what was found with it. Histories, requests and answers never change, and
 * three hundred judges read the same ones.
 */
export const readOnce = <Source extends object, Read>(
  read: (source: Source) => Read,
): ((source: Source) => Read) => {
  const before = new WeakMap<Source, Read>();
  return (source) => {
    const known = before.get(source);
    if (known !== undefined) return known;
    const found = read(source);
    before.set(source, found);
    return found;
  };
};
