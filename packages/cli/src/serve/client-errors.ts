import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer, ErrorDocument } from '@tallyboard/core';

/** An error that is sent before, or instead of, a response of the API. */
interface BrokenRequest {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: readonly string[];
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
    detail: 'The request did not arrive completely in time.',
  },
};

const noTunnel: BrokenRequest = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  detail: 'This is no proxy: CONNECT is not served.',
  headers: ['Allow: GET, HEAD, POST, OPTIONS'],
};

const answerOf = ({ status, code, detail }: BrokenRequest): Answer<ErrorDocument> => {
  const title = STATUS_CODES[status] ?? 'Bad Request';
  return { status, document: { errors: [{ status: String(status), code, title, detail }] } };
};

/** The answer to a request whose `Expect` names anything but `100-continue`. */
export const expectationFailed = answerOf({
  status: 417,
  code: 'EXPECTATION_FAILED',
  detail: 'Only the expectation 100-continue is met here; leave Expect out.',
});

/** The answer to a body in a transfer coding that is not undone here (RFC 9112, 6.1). */
export const codingUnknown = answerOf({
  status: 501,
  code: 'NOT_IMPLEMENTED',
  detail: 'Send the body as it is or in chunks; no other Transfer-Encoding is read.',
});

const textOf = (broken: BrokenRequest): string => {
  const body = JSON.stringify(answerOf(broken).document);
  const head = [
    `HTTP/1.1 ${broken.status} ${STATUS_CODES[broken.status] ?? 'Bad Request'}`,
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: private, no-store',
    ...(broken.headers ?? []),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

/** How long a client has to read an error and close, in milliseconds. */
const lingerMs = 1_000;

/**
 * Sends an error and closes. The socket is destroyed after a second whatever the client does: one that
 * never reads, or never closes its own side, must not keep its place among the connections.
 */
const hangUpWith = (broken: BrokenRequest, socket: Duplex): void => {
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(late));
  socket.on('error', () => undefined);
  socket.end(textOf(broken));
};

/** Answers what could not be read as a request, in the same form as every other error. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  hangUpWith(brokenRequests[error.code ?? ''] ?? badRequest, socket);
};

/** Refuses CONNECT. */
export const refuseTunnel = (socket: Duplex): void => hangUpWith(noTunnel, socket);
