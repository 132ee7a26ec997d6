import { hash } from 'node:crypto';

/** With TALLYBOARD_DEEP, nothing is left out of a test. */
export const isDeep = process.env['TALLYBOARD_DEEP'] !== undefined;

/** One in so many by their names, all with TALLYBOARD_DEEP: what is added does not change which others are taken. */
export const isSampled = (name: string, oneIn: number): boolean =>
  isDeep || Number.parseInt(hash('sha256', name).slice(0, 8), 16) % oneIn === 0;
