import { errorAnswer } from '@tallyboard/core';
import { after } from '../awaitable.js';
import type { StepOf } from '../call.js';
import { respond } from '../wire/respond.js';
import { bytesOfHeader, webCryptoSha256 } from '../wire/sha256.js';

const source = { header: 'X-API-KEY' };
const missing = errorAnswer('invalidApiKey', 'Send your API key in the header X-API-KEY.', source);
const invalid = errorAnswer('invalidApiKey', 'This API key is not known, or revoked.', source);

/** Finds out whose key it is (5.1, 5.4). */
export const apiKey: StepOf =
  ({ ports: { keys, sha256: hash = webCryptoSha256 } }) =>
  (call) => {
    const sent = call.asked.header('x-api-key') ?? '';
    if (sent === '') return respond(call, missing);
    return after(hash(bytesOfHeader(sent)), (sha256) =>
      after(keys.find(sha256), (holder) => {
        if (holder === null) return respond(call, invalid);
        call.passed.key = { userId: holder.userId, sha256 };
        return null;
      }),
    );
  };
