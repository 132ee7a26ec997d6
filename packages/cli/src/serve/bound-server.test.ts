import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openPort } from './listen.js';

const request = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n';

test('once it retires, the next answer on a connection ends it', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const listening = await openPort({ host: '127.0.0.1', port: 0 });
  let asked = 0;
  listening.serve(async () => {
    asked += 1;
    if (asked > 1) await answered;
    return { status: 200, headers: {}, body: 'answer' };
  });
  const clients = Array.from({ length: 2 }, () => {
    const client = connect(Number(new URL(listening.address).port), '127.0.0.1');
    const heard = { text: '', ended: once(client, 'close') };
    client.on('data', (chunk) => (heard.text += String(chunk)));
    return { client, heard };
  });
  const [before, during] = clients.map(({ client }) => client);
  const [first, second] = clients.map(({ heard }) => heard);
  before!.write(request);
  await expect.poll(() => first!.text).toContain('answer');
  before!.write(request);
  await expect.poll(() => asked).toBe(2);
  listening.retire();
  during!.write(request + request + request);
  await expect.poll(() => asked).toBe(3);
  answer();
  await Promise.all([first!.ended, second!.ended]);
  const said = [first, second].map((heard) => heard!.text.match(/answer|Connection: close/g));
  const ends = ['Connection: close', 'answer'];
  expect(said).toEqual([
    ['answer', ...ends],
    // A client sends the rest of a pipeline again.
    ends,
  ]);
  await listening.close(60_000);
});
