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
    return Array.from(value as readonly unknown[], (item) => plainCopy(item, depth - 1));
  }
  if (!isObject(value)) return value;
  // `fromEntries` defines fields: a field named __proto__ stays a field.
  return Object.fromEntries(
    Object.keys(value).map((name) => [name, plainCopy(value[name], depth - 1)]),
  );
};
