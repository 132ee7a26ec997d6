import { textOf } from '../question.js';
import { bodyOf } from '../request-body.js';
import { questionsFor } from '../works.js';
import { type Taken, tallyboard, timedAnswer } from './processes.js';

/** A store with the organization that is asked about, and a key that may ask. */
export interface Served {
  readonly directory: string;
  readonly organizationId: string;
  readonly key: string;
  readonly now: string;
  readonly events: number;
}

interface Document {
  readonly data: {
    readonly attributes: { readonly metrics: readonly { readonly data: unknown }[] };
  };
}

const questionAt = (at: number, events: number) =>
  questionsFor('dashboard', 0, at + 1, events).at(-1)!;

const posted = (address: string, { organizationId, key }: Served, body: string) =>
  fetch(`${address}/v1/organizations/${organizationId}/analytics`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
    body,
  });

/** The service over a store, as a command. */
export const service = ({ directory, now }: Served): readonly string[] => [
  ...[tallyboard, 'serve', '--store', directory, '--port', '0'],
  ...['--now', now, '--allowance', '0'],
];

/** Starts a service over a store, asks one question, ends the service; gives the figures as a text. */
export const serveOnce = (
  served: Served,
  at: number,
  command: readonly string[] = service(served),
): Promise<Taken & { readonly answer: string }> => {
  const { events } = served;
  return timedAnswer(
    command,
    async (line) => {
      const address = line.slice(line.indexOf('http://'));
      for (;;) {
        const response = await posted(address, served, bodyOf(questionAt(at, events)));
        const text = await response.text();
        if (response.status === 200) {
          const { data } = JSON.parse(text) as Document;
          return textOf(data.attributes.metrics.map((entry) => entry.data) as never);
        }
        // Pending while the index is built, or taken from the disk: the wait counts.
        if (response.status !== 202) throw new Error(`${response.status} ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    false,
  );
};
