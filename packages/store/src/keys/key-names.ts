import { createHash, randomBytes } from 'node:crypto';
import { formatInstant, type Instant } from '@tallyboard/core/vocabulary';
import type { StoredKey } from '../layout/manifest.js';
import { StoreRefused } from '../layout/store-refused.js';

/** The lower-case hexadecimal SHA-256 of a key, under which it is known. */
export const sha256OfKey = (key: string): string =>
  createHash('sha256').update(key, 'utf8').digest('hex');

const idLength = 12;

/** What names a key on lists: the start of its hash. */
export const keyId = ({ sha256 }: Pick<StoredKey, 'sha256'>): string => sha256.slice(0, idLength);

/** A key that was just made, and what is stored of it. */
export interface MadeKey {
  /** The key itself, which is not stored. */
  readonly key: string;
  /** What is stored of it. */
  readonly stored: StoredKey;
}

/** Makes a key by chance, for a user. */
export const newKey = (userId: string, now: Instant): MadeKey => {
  const key = `tb_${randomBytes(24).toString('base64url')}`;
  const createdAt = formatInstant(now);
  return { key, stored: { sha256: sha256OfKey(key), userId, createdAt, revokedAt: null } };
};

/**
 * The one key that is named by the start of its hash or by itself.
 *
 * @param owner - what has the keys, for the refusal
 * @throws StoreRefused when there is none, or more than one
 */
export const namedKey = <K extends StoredKey>(
  keys: readonly K[],
  name: string,
  owner: string,
): K => {
  const whole = sha256OfKey(name);
  const isNamed = ({ sha256 }: StoredKey): boolean =>
    sha256 === whole || (name.length >= idLength && sha256.startsWith(name));
  const [found, ...others] = keys.filter(isNamed);
  if (found !== undefined && others.length === 0) return found;
  const count = found === undefined ? 'no key' : 'several keys';
  // What is no hash may be a key, which no message shows.
  const shown = /^[\da-f]{1,64}$/.test(name) ? name : 'of this value';
  throw new StoreRefused(`${owner} has ${count} ${shown}; 'tallyboard keys list' shows them`);
};
