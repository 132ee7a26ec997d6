import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

interface BrokenRequest {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const badRequest: BrokenRequest = {
  status: 400,
  code: 'BAD_REQUEST',
  detail: 'This is not an HTTP request that could be read.',
};

/** What Node found wrong with a request before there was one, by the code of its error. */
const brokenRequests: Readonly<Record<string, BrokenRequest>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
    detail: 'The address and the headers are too long together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    detail: 'The request did not arrive to its end in time.',
  },
};

const textOf = ({ status, code, detail }: BrokenRequest): string => {
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ errors: [{ status: String(status), code, title, detail }] });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: private, no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

/** Answers a request that never became one in the same form as every other error, and hangs up. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(textOf(brokenRequests[error.code ?? ''] ?? badRequest));
};
