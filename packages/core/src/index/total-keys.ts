import { contentKinds } from '../events/columns.js';
import { roles } from '../model/role.js';
import type { Words } from './words.js';

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
  scannedType: ({ attachmentCategories }: Words, type: number): number =>
    countKeys.attachments(attachmentCategories.length, type),
  flag: (words: Words, flag: number): number =>
    countKeys.scannedType(words, words.scannedTypes.length + flag),
  size: (words: Words): number => countKeys.flag(words, words.flags.length),
};

/** Keys of `amounts`. */
export const amountKeys = {
  /** Seconds of visits by members of a role, then by other known users, then by anonymous visitors. */
  seconds: (group: number): number => group,
  /** Microseconds that scans took: whole numbers add up to the same in any order. */
  scanTime: roles.length + 2,
  size: roles.length + 3,
};
