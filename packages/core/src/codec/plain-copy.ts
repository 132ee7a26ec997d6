import { isObject } from './read.js';

/**
 * The own enumerable fields of a value and of the objects in it, each read once: what JSON would carry.
 * Whatever carries the data (getters, proxies, inherited fields), what is checked is what is used, and
 * the caller's objects are not part of it. Throws what they throw.
 *
 * @param depth - how many levels of objects and lists are copied; what lies deeper stays as it is
 */
export const plainCopy = (value: unknown, depth: number): unknown => {
  if (depth === 0) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as readonly unknown[]) items.push(plainCopy(item, depth - 1));
    return items;
  }
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = plainCopy(value[name], depth - 1);
    // Assigned, it would become the prototype.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: field, enumerable: true });
    else copy[name] = field;
  }
  return copy;
};
