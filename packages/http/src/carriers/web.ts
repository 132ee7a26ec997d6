import type { Answer } from '@tallyboard/core';
import type { Exchange, Reply } from '../wire/exchanged.js';
import { readBytes } from '../wire/read-bytes.js';
import { replyWith } from '../wire/respond.js';

const responseOf = ({ status, headers, body }: Reply): Response =>
  new Response(body, { status, headers });

/** Turns an answer into a response. */
export const toResponse = (answer: Answer<unknown>): Response => responseOf(replyWith(answer));

/** Carries web-standard requests and responses. */
export const webCarrier =
  (exchange: Exchange): ((request: Request) => Promise<Response>) =>
  async (request) =>
    responseOf(
      await exchange({
        method: request.method,
        address: request.url,
        header: (name) => request.headers.get(name),
        body: (bytesMax) => readBytes(request, bytesMax),
        isGone: () => request.signal.aborted,
      }),
    );
