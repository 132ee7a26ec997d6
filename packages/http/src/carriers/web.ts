import type { Exchange, Reply } from '../wire/exchanged.js';
import { readBytes } from '../wire/read-bytes.js';

const responseOf = ({ status, headers, body, sent }: Reply): Response => {
  sent?.();
  return new Response(body, { status, headers });
};

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
