import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { observe } from '../operations/observe.js';
import { serviceLog } from '../operations/request-log.js';
import { type ServerLimits, serverLimits } from '../operations/server-limits.js';
import { openPort } from './listen.js';

const get = 'GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n';

/** Sends a text to a service that answers when the test says so, and collects what comes back. */
const heardOf = async (text: string, limits: ServerLimits = serverLimits) => {
  const broken: string[] = [];
  const lines: string[] = [];
  const nothing = () => undefined;
  const log = serviceLog('info', { write: (line) => void lines.push(line) });
  const listening = await openPort({
    ...{ host: '127.0.0.1', port: 0, limits },
    observer: { ...observe({ log, metrics: null }), broken: (code) => void broken.push(code) },
  });
  onTestFinished(() => listening.close(0));
  const answers: (() => void)[] = [];
  listening.serve(
    () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ status: 200, headers: {}, body: 'answer' }));
      }),
  );
  const client = connect(Number(new URL(listening.address).port), '127.0.0.1');
  const ended = once(client, 'close');
  const heard = { text: '' };
  client.on('error', nothing).on('data', (chunk) => (heard.text += String(chunk)));
  client.write(text);
  await expect.poll(() => answers.length).toBe(1);
  return { answers, broken, client, ended, heard, lines };
};

const statuses = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g);

test('an error about a later request is sent after the answer to the one before', async () => {
  const { answers, broken, client, ended, heard } = await heardOf(`${get}nonsense\r\n\r\n`);
  await expect.poll(() => broken).not.toEqual([]);
  client.write('more nonsense');
  answers[0]!();
  await ended;
  expect(statuses(heard.text)).toEqual(['200', '400']);
});

test('a CONNECT is refused after the answer to the request before', async () => {
  const connecting = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
  const { answers, broken, ended, heard } = await heardOf(get + connecting);
  await expect.poll(() => broken).toEqual(['CONNECT']);
  answers[0]!();
  await ended;
  expect(statuses(heard.text)).toEqual(['200', '405']);
});

test('a request that does not arrive in time leaves the answer before it whole', async () => {
  const post = 'POST /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{';
  const limits = { ...serverLimits, headerSeconds: 1, requestSeconds: 1 };
  const { answers, broken, ended, heard } = await heardOf(get + post, limits);
  await expect.poll(() => broken).toContain('ERR_HTTP_REQUEST_TIMEOUT');
  answers[0]!();
  await ended;
  expect(statuses(heard.text)).toEqual(['200', '408']);
});

test('the time of a request begins when the answer before it is out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { answers, heard } = await heardOf(get + get, { ...serverLimits, answerSeconds: 90 });
  for (const answered of [1, 2]) {
    await expect.poll(() => answers.length).toBe(answered);
    vi.advanceTimersByTime(60_000);
    answers.at(-1)!();
  }
  await expect.poll(() => statuses(heard.text)).toEqual(['200', '200']);
});

test('the log and the metrics count the time of a request from there', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const { answers, lines } = await heardOf(get + get);
  now = 60_000;
  answers[0]!();
  await expect.poll(() => answers.length).toBe(2);
  now += 5;
  answers[1]!();
  await expect.poll(() => lines.length).toBe(2);
  expect(lines.map((line) => (JSON.parse(line) as { ms: number }).ms)).toEqual([60_000, 5]);
});
