import { type KeyName, type PlannedRequest, unknownKey } from './request.js';

/** A text as one word of a shell. */
export const quoted = (text: string): string =>
  /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The variable of the shell that stands for a key: `$TALLYBOARD_API_KEY`, of `teacher` `$TALLYBOARD_API_KEY_TEACHER`. */
export const keyVariable = (key: KeyName): string =>
  `$TALLYBOARD_API_KEY${key === 'main' ? '' : `_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`}`;

const keyHeader = (request: PlannedRequest): readonly string[] => {
  if (request.key === 'none') return [];
  if (request.key === 'empty') return ['-H', quoted('X-API-KEY;')];
  if (request.key === 'unknown') return ['-H', quoted(`X-API-KEY: ${unknownKey}`)];
  // Double quotes: the shell puts the key in, so that it is in no file.
  return ['-H', `"X-API-KEY: ${keyVariable(request.key)}"`];
};

/** What curl would send of itself and we did not: a header without a value takes it out. */
const silenced = (request: PlannedRequest): readonly string[] => {
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  return ['Accept', 'Content-Type', 'User-Agent']
    .filter((name) => !names.has(name.toLowerCase()))
    .filter((name) => name !== 'Content-Type' || request.body !== null)
    .flatMap((name) => ['-H', quoted(`${name}:`)]);
};

/** A command line that sends exactly this request, with the key from the environment. */
export const curlOf = (request: PlannedRequest, baseUrl: string): string =>
  [
    'curl',
    '-sS',
    '-i',
    // curl would read the brackets of a query as a pattern.
    '-g',
    ...(request.method === 'POST' ? ['-X', 'POST'] : []),
    ...keyHeader(request),
    ...request.headers.flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...silenced(request),
    ...(request.body === null ? [] : ['--data-raw', quoted(request.body)]),
    quoted(`${baseUrl.replace(/\/+$/, '')}${request.path}`),
  ].join(' ');
