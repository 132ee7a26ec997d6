import type { ErrorDocument } from '@tallyboard/core/engine';
import { type Answer, errorAnswer } from '@tallyboard/core/engine';
import type { Awaitable, KeyHolder } from '@tallyboard/ports';
import { after } from './awaitable.js';
import type { Bytes, Sha256 } from './ports.js';
import type { IncomingRequest } from './wire/exchanged.js';

/** Who sends a request. */
export interface Sender extends KeyHolder {
  /** The hash under which its requests are counted. */
  readonly sha256: string;
}

/** Finds out who sends a request; the 401 where that is not known (5.1, 5.4). */
export type Authenticate = (
  request: Pick<IncomingRequest, 'header' | 'source'>,
) => Awaitable<Sender | Answer<ErrorDocument>>;

const keyHeader = { header: 'X-API-KEY' };
const missingKey = errorAnswer(
  'invalidApiKey',
  'Send your API key in the header X-API-KEY.',
  keyHeader,
);
const invalidKey = errorAnswer(
  'invalidApiKey',
  'This API key is not known, or revoked.',
  keyHeader,
);
const notSignedIn = errorAnswer('invalidApiKey', 'Sign in: this request is of no known user.');

/** The hash that every web-standard runtime knows. */
export const webCryptoSha256: Sha256 = async (bytes) => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Headers arrive as one character per byte: a key outside of ASCII is hashed as it was sent. */
const bytesOfHeader = (header: string): Bytes =>
  Uint8Array.from(header, (character) => character.charCodeAt(0));

/** By the API key of the request. */
export const byKey =
  (hash: Sha256, find: (sha256: string) => Awaitable<KeyHolder | null>): Authenticate =>
  ({ header }) => {
    const sent = header('x-api-key') ?? '';
    if (sent === '') return missingKey;
    return after(hash(bytesOfHeader(sent)), (sha256) =>
      after(find(sha256), (holder) =>
        holder === null ? invalidKey : { userId: holder.userId, sha256 },
      ),
    );
  };

const encoder = new TextEncoder();

/** By the login of the program around the handler; requests of one user are counted together. */
export const byLogin =
  (hash: Sha256, identify: (source: unknown) => Awaitable<string | null>): Authenticate =>
  ({ source }) =>
    after(identify(source), (userId) =>
      userId === null
        ? notSignedIn
        : after(hash(encoder.encode(`user ${userId}`)), (sha256) => ({ userId, sha256 })),
    );
