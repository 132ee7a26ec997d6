import type { Handler } from '@tallyboard/http';
import { factsService } from './facts-service.js';
import type { FromWorker, ToWorker } from './messages.js';
import { readFiles } from './read-facts.js';

/*
 * The worker: reads files, and answers requests about them as a service would. The page asks it through
 * the same client.
 */

const tell = (message: FromWorker): void => self.postMessage(message);

let handler: Handler | null = null;

const open = async (files: readonly File[]): Promise<void> => {
  const bytesTotal = files.reduce((sum, { size }) => sum + size, 0);
  let bytesDone = 0;
  const read = await readFiles(files, (bytes) => {
    bytesDone += bytes;
    tell({ kind: 'reading', bytesDone, bytesTotal });
  });
  if (!read.ok) {
    tell({ ...read, kind: 'refused' });
    return;
  }
  handler = factsService(read.facts);
  const organizations = read.facts.organization
    .filter(({ id }) => id.startsWith('wksp_'))
    .map(({ id, name, type }) => ({ id, name, type }));
  tell({ kind: 'opened', organizations, factsCount: read.factsCount });
};

const answer = async ({
  id,
  address,
  method,
  headers,
  body,
}: ToWorker & { kind: 'ask' }): Promise<void> => {
  if (handler === null) throw new Error('Nothing is open.');
  const response = await handler(
    new Request(address, { method, headers, ...(body === null ? {} : { body }) }),
  );
  tell({
    kind: 'answer',
    id,
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  });
};

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  void (data.kind === 'open' ? open(data.files) : answer(data));
});
