import { contentKinds } from '../events/columns.js';
import { roles } from '../model/role.js';

/*
 * The keys under which totals by day are kept: one for every number that adds up over days, each a
 * stretch of keys laid out behind the one before.
 */

/** Stands in the place of a role for everybody, known or not. */
export const everybody = roles.length;

const perRole = roles.length + 1;

/** Keys of `counts`. */
export const countKeys = {
  content: (kind: number, role: number): number => kind * perRole + role,
  toPeers: (role: number): number => contentKinds.length * perRole + role,
  scans: (contentKinds.length + 1) * perRole,
  flagged: (contentKinds.length + 1) * perRole + 1,
  violations: (contentKinds.length + 1) * perRole + 2,
  attachments: (category: number, role: number): number =>
    firstWordKey + category * roles.length + role,
  scannedType: (words: WordCounts, type: number): number =>
    firstWordKey + words.categories * roles.length + type,
  flag: (words: WordCounts, flag: number): number =>
    firstWordKey + words.categories * roles.length + words.types + flag,
  size: (words: WordCounts): number =>
    firstWordKey + words.categories * roles.length + words.types + words.flags,
};

const firstWordKey = (contentKinds.length + 1) * perRole + 3;

/** How many attachment categories, scanned types and flags there are. */
export interface WordCounts {
  readonly categories: number;
  readonly types: number;
  readonly flags: number;
}

/** Keys of `amounts`. */
export const amountKeys = {
  /** Seconds of visits by members of a role. */
  seconds: (role: number): number => role,
  secondsOfOthers: roles.length,
  secondsOfAnonymous: roles.length + 1,
  /** Microseconds that scans took: whole numbers add up to the same in any order. */
  scanTime: roles.length + 2,
  size: roles.length + 3,
};
