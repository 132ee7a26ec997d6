import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isAddressRange, nobodyTrusted, shownClient, trustedProxies } from './trusted-proxies.js';

const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);

test.each([
  ['203.0.113.9', {}, '203.0.113.9'],
  // A stranger may say what it likes.
  ['203.0.113.9', { 'x-forwarded-for': '198.51.100.1' }, '203.0.113.9'],
  ['10.1.2.3', {}, '10.1.2.3'],
  ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
  ['::ffff:10.1.2.3', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
  // What stands before the first stranger, that stranger may have made up.
  ['10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 192.0.2.1' }, '198.51.100.1'],
  ['10.1.2.3', { 'x-forwarded-for': 'somebody, 10.9.9.9' }, '10.9.9.9'],
  ['2001:db8::1', { forwarded: 'for=1.1.1.1, for="[2a00::7]:4711";proto=https' }, '2a00::7'],
  ['10.1.2.3', { forwarded: 'for=_hidden' }, '10.1.2.3'],
  ['10.1.2.3', { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '1.1.1.1' }, '198.51.100.1'],
  ['10.1.2.3', { 'x-forwarded-for': '198.51.100.1:5000' }, '198.51.100.1'],
  ['', {}, ''],
])('%s with %j is %s', (peer, headers, client) => {
  expect(proxies.clientOf(from(peer, headers))).toBe(client);
});

test('nobody is trusted unless named', () => {
  const forwarded = from('10.1.2.3', { 'x-forwarded-for': '198.51.100.1' });
  expect(nobodyTrusted.clientOf(forwarded)).toBe('10.1.2.3');
  expect(trustedProxies([]).sent(forwarded)).toBe(false);
  expect(proxies.sent(forwarded)).toBe(true);
});

test('addresses and ranges', () => {
  for (const good of ['10.0.0.0/8', '::1', 'fd00::/8', '192.0.2.1', '0.0.0.0/0']) {
    expect([good, isAddressRange(good)]).toEqual([good, true]);
  }
  for (const bad of ['', 'proxy', '10.0.0/8', '10.0.0.0/33', '::/129', '10.0.0.0/', '::1/1/1']) {
    expect([bad, isAddressRange(bad)]).toEqual([bad, false]);
  }
});

test('a network is what many share', () => {
  expect(shownClient.network('198.51.100.77')).toBe('198.51.100.0/24');
  expect(shownClient.network('2a00:1:2:3::7')).toBe('2a00:1:2::/48');
  expect(shownClient.network('::1')).toBe('0:0:0::/48');
  expect(shownClient.none('198.51.100.77')).toBeUndefined();
});
