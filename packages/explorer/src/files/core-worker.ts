import { type Facts, formatDay } from '@tallyboard/core';
import type { Handler } from '@tallyboard/http';
import type { KnownOrganization } from '../session/state.js';
import { factsService, indexService } from './facts-service.js';
import { isIndexFile, readIndex, readIndexHead } from './index-file.js';
import type { FromWorker, ToWorker } from './messages.js';
import { readFiles } from './read-facts.js';

/*
 * The worker: reads files, and answers requests about them as a service would. The page asks it through
 * the same client.
 */

const tell = (message: FromWorker): void => self.postMessage(message);

let handler: Handler | null = null;

const organizationsIn = (facts: Facts): readonly KnownOrganization[] =>
  facts.organization
    .filter(({ id }) => id.startsWith('wksp_'))
    .map(({ id, name, type }) => ({ id, name, type }));

const openFacts = async (files: readonly File[]): Promise<void> => {
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
  tell({ kind: 'opened', organizations: organizationsIn(read.facts), today: null });
};

const openIndex = async (file: File): Promise<void> => {
  try {
    const head = await readIndexHead(file);
    const index = readIndex(file, head, () =>
      tell({ kind: 'read', at: performance.timeOrigin + performance.now() }),
    );
    handler = indexService(head, index);
    const today = formatDay(head.today);
    tell({ kind: 'opened', organizations: organizationsIn(head.facts), today });
    await index;
  } catch (error) {
    const problem = { file: file.name, line: 0, reason: (error as Error).message };
    tell({ kind: 'refused', problems: [problem], total: 1 });
  }
};

const open = async (files: readonly File[]): Promise<void> => {
  const [only] = files;
  await (files.length === 1 && only !== undefined && (await isIndexFile(only))
    ? openIndex(only)
    : openFacts(files));
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

/** One answer after another: the figures of the first are sent before those of the next are computed. */
let answered: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') void open(data.files);
  else answered = answered.then(() => answer(data));
});
