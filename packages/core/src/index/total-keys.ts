import { contentKinds } from '../events/columns.js';
import { roles } from '../model/role.js';

/*
 * The keys under which totals by period are kept: one for every number that adds up over periods, each a
 * stretch of keys laid out behind the one before.
 */

/** In the place of a role: everybody, known or not. */
export const everybody = roles.length;

const perRole = roles.length + 1;
const toPeersFirst = contentKinds.length * perRole;
const joinedFirst = toPeersFirst + roles.length;
const scansFirst = joinedFirst + roles.length;
const firstWordKey = scansFirst + 3;

/** How many attachment categories, scanned types and flags there are. */
export interface WordCounts {
  readonly categories: number;
  readonly types: number;
  readonly flags: number;
}

/** Keys of `counts`. */
export const countKeys = {
  content: (kind: number, role: number): number => kind * perRole + role,
  toPeers: (role: number): number => toPeersFirst + role,
  joined: (role: number): number => joinedFirst + role,
  scans: scansFirst,
  flagged: scansFirst + 1,
  violations: scansFirst + 2,
  attachments: (category: number, role: number): number =>
    firstWordKey + category * roles.length + role,
  scannedType: (words: WordCounts, type: number): number =>
    firstWordKey + words.categories * roles.length + type,
  flag: (words: WordCounts, flag: number): number =>
    firstWordKey + words.categories * roles.length + words.types + flag,
  size: (words: WordCounts): number =>
    firstWordKey + words.categories * roles.length + words.types + words.flags,
};

/** Keys of `amounts`. */
export const amountKeys = {
  /** Seconds of visits by members of a role, then by other known users, then by anonymous visitors. */
  seconds: (group: number): number => group,
  secondsOfOthers: roles.length,
  secondsOfAnonymous: roles.length + 1,
  /** Microseconds that scans took: whole numbers add up to the same in any order. */
  scanTime: roles.length + 2,
  size: roles.length + 3,
};
