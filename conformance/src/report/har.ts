import { keyVariable } from '../model/curl.js';
import type { Exchange, History } from '../model/history.js';
import type { Report } from '../model/report.js';
import type { Header, KeyName, PlannedRequest } from '../model/request.js';
import { printable } from './json.js';

/** An archive is for programs: a body may be long, but not without end. */
const bodyMax = 1_000_000;

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

const secretHeaders = new Set(['authorization', 'cookie', 'set-cookie', 'x-api-key']);

const headersOf = (headers: readonly Header[]): readonly NameAndValue[] =>
  headers.map(([name, value]) => ({
    name,
    value: secretHeaders.has(name.toLowerCase()) ? '(left out)' : value,
  }));

/** Keys that are no secret, as they are sent. */
const openKeys: Partial<Record<KeyName, readonly NameAndValue[]>> = {
  none: [],
  empty: [{ name: 'X-API-KEY', value: '' }],
  unknown: [{ name: 'X-API-KEY', value: 'an-unknown-key' }],
};

const keyHeaders = (key: KeyName): readonly NameAndValue[] =>
  openKeys[key] ?? [{ name: 'X-API-KEY', value: keyVariable(key) }];

const queryOf = (path: string): readonly NameAndValue[] => {
  const start = path.indexOf('?');
  const query = start === -1 ? '' : path.slice(start + 1);
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
};

const headerValue = (headers: readonly Header[], wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const requestOf = (request: PlannedRequest, baseUrl: string): object => ({
  method: request.method,
  url: `${baseUrl.replace(/\/+$/, '')}${request.path}`,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [...keyHeaders(request.key), ...headersOf(request.headers)],
  queryString: queryOf(request.path),
  ...(request.body === null
    ? {}
    : {
        postData: {
          mimeType: headerValue(request.headers, 'content-type'),
          text: request.body,
          params: [],
        },
      }),
  headersSize: -1,
  bodySize: new TextEncoder().encode(request.body ?? '').length,
});

const responseOf = ({ answer }: Exchange): object => ({
  // Readers of archives take 0 for a request without an answer.
  status: answer?.status ?? 0,
  statusText: '',
  httpVersion: answer === null ? '' : 'HTTP/1.1',
  cookies: [],
  headers: headersOf(answer?.headers ?? []),
  content: {
    size: answer?.bodyBytes ?? 0,
    mimeType: headerValue(answer?.headers ?? [], 'content-type'),
    text: answer?.body ?? '',
  },
  redirectURL: headerValue(answer?.headers ?? [], 'location'),
  headersSize: -1,
  bodySize: answer?.bodyBytes ?? -1,
});

const remarkOf = ({ sent, answer, broken }: Exchange): string => {
  const request = `${sent.request.probe}, ${sent.purpose}, target ${sent.request.target}`;
  if (broken !== null) return `${request}: ${broken.problem}, ${broken.detail}`;
  return answer === null ? `${request}: no answer was recorded` : request;
};

const entryOf = (exchange: Exchange, baseUrl: string): object => {
  const elapsed = Math.max(0, exchange.answer?.elapsedMs ?? exchange.broken?.elapsedMs ?? 0);
  return {
    startedDateTime: exchange.sent.at,
    time: elapsed,
    request: requestOf(exchange.sent.request, baseUrl),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: elapsed, receive: 0 },
    comment: remarkOf(exchange),
  };
};

/** Everything that was sent and answered as an HTTP Archive 1.2, for the tools that read those. */
export const har = (report: Report, history: History): string =>
  printable(
    {
      log: {
        version: '1.2',
        creator: { name: report.suite.name, version: report.suite.version },
        pages: [],
        entries: history.exchanges.map((exchange) => entryOf(exchange, report.baseUrl)),
        comment: 'Keys are left out. Personal texts are pseudonyms unless the run kept them.',
      },
    },
    bodyMax,
  );
