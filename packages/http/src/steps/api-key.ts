import { errorAnswer } from '@tallyboard/core';
import type { StepOf } from '../adapter.js';
import { respond } from '../wire/respond.js';
import { bytesOfHeader, webCryptoSha256 } from '../wire/sha256.js';

const source = { header: 'X-API-KEY' };
const missing = errorAnswer('invalidApiKey', 'Send your API key in the header X-API-KEY.', source);
const invalid = errorAnswer('invalidApiKey', 'This API key is not known, or revoked.', source);

/** Finds out whose key it is (5.1, 5.4). */
export const apiKey: StepOf =
  ({ ports }) =>
  async (call, next) => {
    const sent = call.req.raw.headers.get('X-API-KEY') ?? '';
    if (sent === '') return respond(call, missing);
    const sha256 = await (ports.sha256 ?? webCryptoSha256)(bytesOfHeader(sent));
    const holder = await ports.keys.find(sha256);
    if (holder === null) return respond(call, invalid);
    call.set('key', { ...holder, sha256 });
    return next();
  };
