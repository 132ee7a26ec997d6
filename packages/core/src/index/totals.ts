import { roles } from '../api/organizations.js';
import { contentKinds } from '../events/columns.js';
import { type Words } from './directory.js';
import { type Run } from './periods.js';

/*
 * Sums that add up over periods: for each key the total before every period, so that any run of periods is
 * one difference. A key under which nothing ever happened takes no room.
 */

/** Totals of counts, or of amounts that may outgrow 32 bits. */
export interface Totals<Sums extends Uint32Array | Float64Array = Uint32Array> {
  /** Where the totals of a key begin in `sums`; -1 where nothing ever happened. */
  readonly starts: Int32Array;
  /** One total before each period, and one of all, for each key that occurs. */
  readonly sums: Sums;
}

/**
 * Makes totals of what was added in each period.
 *
 * @param added - for each key, 0 and then one number a period; turned into totals in place
 */
export const totalsOf = <Sums extends Uint32Array | Float64Array>(
  added: Sums,
  periods: number,
): Totals<Sums> => {
  const stride = periods + 1;
  const starts = new Int32Array(added.length / stride).fill(-1);
  let used = 0;
  for (let key = 0; key < starts.length; key++) {
    const start = key * stride;
    for (let at = start + 1; at < start + stride; at++) added[at]! += added[at - 1]!;
    if (added[start + periods] === 0) continue;
    added.copyWithin(used, start, start + stride);
    starts[key] = used;
    used += stride;
  }
  return { starts, sums: added.slice(0, used) as Sums };
};

/** The total of a key over a run. */
export const total = (
  { starts, sums }: Totals<Uint32Array | Float64Array>,
  key: number,
  { from, to }: Run,
): number => {
  const start = starts[key]!;
  return start < 0 ? 0 : sums[start + to]! - sums[start + from]!;
};

/** The total over a run of some roles, whose keys follow the one of the first role. */
export const totalOfRoles = (
  { starts, sums }: Totals<Uint32Array | Float64Array>,
  firstKey: number,
  roleMask: number,
  { from, to }: Run,
): number => {
  let sum = 0;
  // A series asks this for each month: no list of roles, and no call for each of them.
  for (let left = roleMask; left !== 0; left &= left - 1) {
    const start = starts[firstKey + 31 - Math.clz32(left & -left)]!;
    if (start >= 0) sum += sums[start + to]! - sums[start + from]!;
  }
  return sum;
};

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
