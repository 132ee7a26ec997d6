import { limits } from '../catalog/limits.js';
import { setOwn } from '../model/set-own.js';
import { isObject } from './read.js';

/** A body that is sent has fewer values than bytes; a program may give one that has no end. */
const valuesMax = limits.bodyBytesMax;

const tooMany = (): never => {
  throw new RangeError(`There are more than ${valuesMax} values.`);
};

/**
 * The own enumerable fields of a value and of the objects in it, each read once: what JSON would carry.
 * Whatever carries the data (getters, proxies, inherited fields, iterators), what is checked is what is used, and
 * the caller's objects are not part of it. Throws what they throw, and a RangeError when there are too many values.
 *
 * @param depth - how many levels of objects and lists are copied; what lies deeper stays as it is
 */
export const plainCopy = (value: unknown, depth: number): unknown => {
  let left = valuesMax;
  const copyOf = (one: unknown, levels: number): unknown => {
    if (levels === 0) return one;
    if (Array.isArray(one)) {
      const { length } = one as readonly unknown[];
      // A proxy may give any length: one that is no number passes no comparison.
      if (!(length >= 0 && length <= left)) tooMany();
      left -= length;
      const items: unknown[] = [];
      for (let at = 0; at < length; at += 1) items.push(copyOf(one[at], levels - 1));
      return items;
    }
    if (!isObject(one)) return one;
    const names = Object.keys(one);
    if (names.length > left) tooMany();
    left -= names.length;
    const copy: Record<string, unknown> = {};
    for (const name of names) {
      setOwn(copy, name, copyOf(one[name], levels - 1));
    }
    return copy;
  };
  return copyOf(value, depth);
};
