import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { boundTo, closeServer } from '../bound-server.js';
import { answerPage } from './answer-page.js';
import type { Place } from './page.js';
import { places } from './places.js';

const path = '/read-again';
const server = createServer((incoming, outgoing) => void answerPage(incoming, outgoing));
afterAll(async () => {
  Reflect.deleteProperty(places, path);
  await closeServer(server, 100);
});

test('a page that could not be read once is read again', async () => {
  let fails = true;
  const text = (): Promise<string> =>
    fails ? Promise.reject(new Error('EMFILE')) : Promise.resolve('a page');
  const place: Place = { pages: [{ type: 'text/plain', text }] };
  Object.assign(places, { [path]: place });
  const address = await boundTo(server, { host: '127.0.0.1', port: 0 });
  const statusNow = async (): Promise<number> => (await fetch(`${address}${path}`)).status;
  expect(await statusNow()).toBe(500);
  fails = false;
  expect(await statusNow()).toBe(200);
});
