import { createServer } from 'node:http';
import { afterAll, expect, test, vi } from 'vitest';
import { boundTo, closeServer } from '../bound-server.js';
import { answerPage } from './answer-page.js';

const reading = vi.hoisted(() => ({ fails: true }));

vi.mock('./places.js', () => ({
  places: {
    '/page': {
      pages: [
        {
          type: 'text/plain',
          text: () =>
            reading.fails ? Promise.reject(new Error('EMFILE')) : Promise.resolve('a page'),
        },
      ],
    },
  },
}));

const server = createServer((incoming, outgoing) => void answerPage(incoming, outgoing));
afterAll(() => closeServer(server, 100));

test('a page that could not be read once is read again', async () => {
  const address = await boundTo(server, { host: '127.0.0.1', port: 0 });
  const statusNow = async (): Promise<number> => (await fetch(`${address}/page`)).status;
  expect(await statusNow()).toBe(500);
  reading.fails = false;
  expect(await statusNow()).toBe(200);
});
