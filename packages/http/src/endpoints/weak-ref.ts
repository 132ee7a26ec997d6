/** The references given out: one for each object, for every one of them is work for the collector. */
const refs = new WeakMap<object, WeakRef<object>>();

/** A weak reference to an object, the same for the same object. */
export const weakRefTo = (object: object): WeakRef<object> => {
  const known = refs.get(object);
  if (known !== undefined) return known;
  const ref = new WeakRef(object);
  refs.set(object, ref);
  return ref;
};
