import type { Chance } from './chance.js';
import { newId } from './ids.js';

const sizeMax = 4096;
const newcomerShare = 0.4;

/** Draws visitors who are not signed in: newcomers, and some of the last few thousand again. */
export const visitorPool = (chance: Chance): (() => string) => {
  const pool: string[] = [];
  return () => {
    if (pool.length > 0 && !chance.hits(newcomerShare)) return chance.pick(pool);
    const id = newId(chance);
    if (pool.length < sizeMax) pool.push(id);
    else pool[chance.below(sizeMax)] = id;
    return id;
  };
};
