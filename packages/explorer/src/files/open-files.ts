import { type Client, createClient, type Fetch } from '@tallyboard/client';
import type { Identity } from '../session/state.js';
import type { FileProblem, FromWorker, ToWorker } from './messages.js';

/** Files that a worker answers from. */
export interface OpenFiles {
  readonly client: Client;
  readonly identity: Identity;
  /** The day that the figures of an index end with, `YYYY-MM-DD`; `null` for the current one. */
  readonly today: string | null;
  readonly close: () => void;
}

/** What becomes of files while they are being read. */
export interface Reading {
  /** How much is read, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** An index cannot be read, although its first line could. */
  readonly onRefused: (error: Error) => void;
}

/** Names of marks for `performance.measure`. */
export const marks = { filesChosen: 'files chosen', filesRead: 'files read' } as const;

type Opened = FromWorker & { readonly kind: 'opened' };

/** Why files cannot be shown. */
export class FilesRefused extends Error {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[], total: number) {
    const [first] = problems;
    const place =
      first === undefined
        ? ''
        : `${first.file}${first.line > 0 ? `:${first.line}` : ''}: ${first.reason}`;
    super(total > 1 ? `${place} And ${total - 1} more.` : place);
    this.problems = problems;
  }
}

/** The address of the page's own scripts; taken while the first one runs. */
const here = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;

const holder = globalThis as { tallyboardCore?: string };

/**
 * The program of the worker, as text. It comes by a script element: a page that was opened from a disk
 * can read no file in another way.
 */
const coreSource = (): Promise<string> =>
  new Promise((resolve, reject) => {
    if (holder.tallyboardCore !== undefined) return resolve(holder.tallyboardCore);
    const script = document.createElement('script');
    script.src = new URL('explorer-core.js', here).href;
    script.onload = () => resolve(holder.tallyboardCore ?? '');
    script.onerror = () => reject(new Error('explorer-core.js cannot be loaded.'));
    document.head.append(script);
  });

const startWorker = async (): Promise<Worker> => {
  const source = new Blob([await coreSource()], { type: 'text/javascript' });
  const address = URL.createObjectURL(source);
  try {
    return new Worker(address);
  } finally {
    URL.revokeObjectURL(address);
  }
};

/** `fetch` whose other end is the worker. */
const fetchOver = (worker: Worker): Fetch => {
  const waiting = new Map<number, (response: Response) => void>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind !== 'answer') return;
    const { id, status, headers, body } = data;
    waiting.get(id)?.(new Response(body, { status, headers: Object.fromEntries(headers) }));
    waiting.delete(id);
  });
  return (address, { method, headers, body }) =>
    new Promise((resolve) => {
      const id = (last += 1);
      waiting.set(id, resolve);
      worker.postMessage({
        kind: 'ask',
        id,
        address,
        method,
        headers,
        body: body ?? null,
      } satisfies ToWorker);
    });
};

/**
 * Has files read and answered from by a worker. Of an index it is over when the first line is read; answers
 * wait for the rest.
 *
 * @throws FilesRefused when they are neither facts nor an index
 */
export const openFiles = async (
  files: readonly File[],
  { onProgress, onRefused }: Reading,
): Promise<OpenFiles> => {
  const worker = await startWorker();
  const opened = await new Promise<Opened>((resolve, reject) => {
    let refuse: (error: Error) => void = reject;
    worker.addEventListener('error', (event) => refuse(new Error(event.message)));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'reading') onProgress(data.bytesDone / Math.max(1, data.bytesTotal));
      if (data.kind === 'read') {
        performance.mark(marks.filesRead, { startTime: data.at - performance.timeOrigin });
      }
      if (data.kind === 'refused') refuse(new FilesRefused(data.problems, data.total));
      if (data.kind !== 'opened') return;
      refuse = onRefused;
      resolve(data);
    });
    worker.postMessage({ kind: 'open', files } satisfies ToWorker);
  }).catch((error: unknown) => {
    worker.terminate();
    throw error;
  });
  const client = createClient({
    baseUrl: 'http://localhost',
    apiKey: 'files',
    fetch: fetchOver(worker),
  });
  const identity = { name: '', organizations: opened.organizations };
  return { client, identity, today: opened.today, close: () => worker.terminate() };
};
