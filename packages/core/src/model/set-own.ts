/**
 * Sets a field that is the object's own, whatever its name. An assignment to `__proto__` would set the prototype,
 * and a prototype may have setters.
 */
export const setOwn = <A>(object: Record<string, A>, name: string, value: A): void => {
  if (name in object) {
    const own = { value, enumerable: true, writable: true, configurable: true };
    Object.defineProperty(object, name, Object.setPrototypeOf(own, null) as PropertyDescriptor);
  } else object[name] = value;
};
