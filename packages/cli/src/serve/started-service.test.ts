import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ids, keyOf, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { serverLimits } from './server-limits.js';
import { exchangeRaw, rawRequest, startSample } from './started-service.test-kit.js';

const roster = `/v1/organizations/${ids.school}/analytics/users`;
const key = { 'X-API-KEY': keyOf('olga') };

const statusOf = async (url: string, init: RequestInit = {}): Promise<number> => {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
};

/** Waits until the service has taken a request that is not answered yet. */
const untilOneIsOpen = (metricsAddress: string) =>
  expect
    .poll(async () => (await fetch(`${metricsAddress}/metrics`)).text())
    .toContain('tallyboard_requests_open 1\n');

/** A request whose body does not come. */
const halfRequest = rawRequest(`POST /v1/organizations/${ids.school}/analytics`, [
  `X-API-KEY: ${keyOf('olga')}`,
  'Content-Type: application/json',
  'Content-Length: 9',
]);

test('while data is loaded it is alive, and nothing else', async () => {
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  const { started, metricsAddress } = startSample({ facts: () => loaded.then(() => sampleFacts) });
  while (metricsAddress() === '') await wait(5);
  const probed = metricsAddress();
  expect(await statusOf(`${probed}/healthz`)).toBe(200);
  expect(await statusOf(`${probed}/readyz`)).toBe(503);
  load();
  const service = await started;
  expect(await statusOf(`${probed}/readyz`)).toBe(200);
  expect(await statusOf(`${service.address}/readyz`)).toBe(200);
  await service.stop();
});

test('probes need no key, count nothing, and take GET and HEAD', async () => {
  const { started } = startSample({ allowance: 1, level: 'info' });
  const { address, stop, log } = await started;
  for (let times = 0; times < 3; times += 1) {
    expect(await statusOf(`${address}/healthz`, { headers: key })).toBe(200);
  }
  expect(await statusOf(`${address}/healthz`, { method: 'HEAD' })).toBe(200);
  expect(await statusOf(`${address}/healthz`, { method: 'POST' })).toBe(405);
  expect(await statusOf(`${address}${roster}`, { headers: key })).toBe(200);
  expect(await statusOf(`${address}${roster}`, { headers: key })).toBe(429);
  await stop();
  const routes = log().flatMap(({ route }) => (route === undefined ? [] : [route]));
  expect(routes).toHaveLength(2);
});

test('one line a request, with what an operator needs', async () => {
  const { started } = startSample();
  const { address, stop, log } = await started;
  const forwarded = { 'X-Request-Id': 'proxy-0123456789' };
  await statusOf(`${address}${roster}?q=tess`, { headers: { ...key, ...forwarded } });
  await statusOf(`${address}/nowhere`);
  await stop();
  const [first, second] = log().filter(({ route }) => route !== undefined);
  expect(first).toMatchObject({
    level: 'info',
    id: 'proxy-0123456789',
    method: 'GET',
    route: '/v1/organizations/{org_id}/analytics/users',
    organization: ids.school,
    status: 200,
    msg: 'answered',
  });
  expect(first?.['ms']).toBeTypeOf('number');
  expect(second).toMatchObject({ route: 'other', status: 404 });
  expect(second?.['id']).toMatch(/^[\w-]{8}-[0-9a-z]+$/);
});

test('metrics count by route and status, and no label holds an id', async () => {
  const { started } = startSample({ allowance: 1, pending: 1 });
  const { address, metricsAddress, stop } = await started;
  await statusOf(`${address}${roster}`, { headers: key });
  await statusOf(`${address}${roster}`, { headers: key });
  await statusOf(`${address}/v1/me`);
  const text = await (await fetch(`${metricsAddress}/metrics`)).text();
  const route = 'route="/v1/organizations/{org_id}/analytics/users"';
  for (const line of [
    `tallyboard_requests_total{${route},status="202"} 1`,
    `tallyboard_requests_total{${route},status="429"} 1`,
    'tallyboard_requests_total{route="/v1/me",status="401"} 1',
    `tallyboard_request_duration_seconds_count{${route}} 2`,
    `tallyboard_pending_answers_total{${route}} 1`,
    `tallyboard_refused_by_allowance_total{${route}} 1`,
    'tallyboard_requests_open 0',
    `tallyboard_index_builds_total{outcome="ready"} ${sampleFacts.organization.length}`,
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).toMatch(/^tallyboard_index_cache_bytes [1-9]/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toContain('wksp_');
  expect(await statusOf(`${metricsAddress}/`)).toBe(404);
  await stop();
});

test('a request under way is answered, new connections are refused, nothing is ready', async () => {
  const { started } = startSample();
  const { address, metricsAddress, stop, log } = await started;
  const body = JSON.stringify({ metrics: [{ name: 'postCount' }] });
  const head = halfRequest.replace('Content-Length: 9', `Content-Length: ${body.length}`);
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  const ended = new Promise((resolve) => socket.on('close', resolve));
  socket.write(head);
  await untilOneIsOpen(metricsAddress);
  const stopped = stop();
  expect(await statusOf(`${metricsAddress}/readyz`)).toBe(503);
  expect(await statusOf(`${metricsAddress}/healthz`)).toBe(200);
  const probe = () => statusOf(`${address}/healthz`).catch(() => 'refused');
  await expect.poll(probe).toBe('refused');
  socket.write(body);
  await Promise.all([stopped, ended]);
  expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  expect(log().at(-1)?.msg).toBe('closed');
  await expect(fetch(`${metricsAddress}/healthz`)).rejects.toThrow();
});

test('a request that does not end is cut off at the deadline', async () => {
  const { started } = startSample({ shutdownSeconds: 0 });
  const { address, metricsAddress, stop, log } = await started;
  const never = exchangeRaw(address, halfRequest);
  await untilOneIsOpen(metricsAddress);
  await stop();
  expect(await never).toBe('');
  await expect
    .poll(log)
    .toContainEqual(expect.objectContaining({ msg: 'broken off', status: null }));
});

test('with time to drain, what still comes is served while nothing is ready', async () => {
  const { started } = startSample({ drainSeconds: 1 });
  const { address, stop } = await started;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const stopped = stop();
    expect(await statusOf(`${address}/readyz`)).toBe(503);
    vi.advanceTimersByTime(999);
    expect(await statusOf(`${address}${roster}`, { headers: key })).toBe(200);
    vi.advanceTimersByTime(1);
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});

test('too many connections are refused', async () => {
  const { started } = startSample({ limits: { ...serverLimits, connectionsMax: 1 } });
  const { address, metricsAddress, stop } = await started;
  const first = connect(Number(new URL(address).port), '127.0.0.1');
  first.write(halfRequest);
  await untilOneIsOpen(metricsAddress);
  await exchangeRaw(address, rawRequest('GET /healthz', [])).catch(() => '');
  const text = await (await fetch(`${metricsAddress}/metrics`)).text();
  expect(text).toContain('tallyboard_refused_connections_total 1\n');
  first.destroy();
  await stop();
});

test('the port of the metrics has the limits of the main one', async () => {
  const { started } = startSample({
    limits: { ...serverLimits, headerSeconds: 1, requestSeconds: 1 },
  });
  const { metricsAddress, stop } = await started;
  const slow = await exchangeRaw(metricsAddress, 'GET /metrics HTTP/1.1\r\nHost: a.example\r\n');
  expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  await stop();
});
