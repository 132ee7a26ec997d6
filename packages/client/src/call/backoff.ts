import type { Random } from '../ports.js';

const firstMs = 500;
const longestMs = 30_000;

/**
 * How long to wait before a request goes out again after its n-th fault: twice as long each time, and
 * anywhere in the upper half of that, so that clients that failed together do not return together.
 */
export const backoffMs = (fault: number, random: Random): number => {
  const ceiling = Math.min(longestMs, firstMs * 2 ** (fault - 1));
  return Math.ceil(ceiling / 2 + (random() * ceiling) / 2);
};
