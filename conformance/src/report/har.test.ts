import { describe, expect, it } from 'vitest';
import { at, listOf } from '../model/json.js';
import { har } from './har.js';
import { sampleReport } from './sample.test-kit.js';
import { sampleExchange, sampleHistory, sampleRequest } from './sample-history.test-kit.js';

const get = sampleRequest({
  method: 'GET',
  body: null,
  headers: [],
  path: '/v1/x?status[]=active&q=%zz%41',
});

const entries = (...exchanges: Parameters<typeof sampleExchange>[]): readonly unknown[] => {
  const history = sampleHistory(exchanges.map((one) => sampleExchange(...one)));
  return listOf(at(JSON.parse(har(sampleReport(), history)), 'log', 'entries'));
};

describe('the HTTP archive', () => {
  it('names its version and maker', () => {
    const log = at(JSON.parse(har(sampleReport(), sampleHistory())), 'log');
    expect(log).toMatchObject({
      version: '1.2',
      creator: { name: '@tallyboard/conformance', version: '0.1.0' },
      entries: [],
    });
  });

  it('tells request and answer', () => {
    const [entry] = entries([1, sampleRequest(), { elapsedMs: 34.5 }]);
    expect(entry).toMatchObject({
      time: 34.5,
      timings: { send: 0, wait: 34.5, receive: 0 },
      request: {
        method: 'POST',
        url: 'https://api.example.com/v1/organizations/wksp_abc/analytics',
        postData: { mimeType: 'application/json', text: sampleRequest().body },
        bodySize: 35,
      },
      response: {
        status: 200,
        content: { size: 11, mimeType: 'application/vnd.api+json', text: '{"data":{}}' },
      },
    });
  });

  it('reads a query however it is written', () => {
    const [entry] = entries([1, get, {}]);
    expect(at(entry, 'request', 'queryString')).toEqual([
      { name: 'status[]', value: 'active' },
      { name: 'q', value: '%zzA' },
    ]);
    expect(at(entry, 'request', 'postData')).toBeUndefined();
  });

  it.each([
    ['main', '$TALLYBOARD_API_KEY'],
    ['revoked', '$TALLYBOARD_API_KEY_REVOKED'],
    ['noAccess', '$TALLYBOARD_API_KEY_NO_ACCESS'],
    ['unknown', 'an-unknown-key'],
    ['empty', ''],
    ['none', undefined],
  ] as const)('never holds a key: %s', (key, value) => {
    const [entry] = entries([1, sampleRequest({ key, headers: [] }), {}]);
    expect(at(entry, 'request', 'headers', 0, 'value')).toBe(value);
  });

  it('leaves out what a service must not leak', () => {
    const [entry] = entries([1, get, { headers: [['Set-Cookie', 'session=secret']] }]);
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it('tells of requests without an answer', () => {
    const [entry] = entries([1, get, null]);
    expect(at(entry, 'response', 'status')).toBe(0);
    expect(at(entry, 'comment')).toContain('unreachable, nobody listens');
  });
});
