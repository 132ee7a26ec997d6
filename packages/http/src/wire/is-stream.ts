import type { Bytes } from '../ports.js';
import type { Reply } from './exchanged.js';

/** Whether a body is a stream. Naming their class would load all of Node's streams of the web. */
export const isStream = (body: Reply['body']): body is ReadableStream<Bytes> =>
  typeof body === 'object' && body !== null && 'getReader' in body;
