import { failArgument } from '@tallyboard/core/engine';
import type { Compressor, Ports } from './ports.js';

/* A program without types may give anything. What is wrong is said when a handler is made, not by its first 500. */

type Fields = Readonly<Record<string, unknown>>;

/** The functions of each port; those with a question mark may be left out. */
const functionsOf = {
  keys: ['find'],
  organizations: ['find', 'refusalTime?'],
  records: ['findBoard', 'boardRecords', 'userRecords', 'refusalTime?'],
  computations: ['metrics', 'roster', 'version?', 'retryAfterSeconds?'],
  allowance: ['spend'],
  clock: ['today', 'instant'],
} as const satisfies { readonly [P in keyof Ports]?: readonly string[] };

const checkObject = (place: string, value: unknown, accepted: string): Fields =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? (value as Fields)
    : failArgument(place, value, accepted);

const checkFunctions = (place: string, of: Fields, names: readonly string[]): void => {
  for (const sign of names) {
    const name = sign.replace('?', '');
    const value = of[name] ?? undefined;
    if (typeof value === 'function' || (value === undefined && name !== sign)) continue;
    failArgument(`${place}.${name}`, value, 'a function');
  }
};

/** Throws a TypeError that names the first part of the ports that is none. */
export const checkPorts = (ports: Ports): void => {
  const given = checkObject('ports', ports, 'ports, such as memoryPorts makes them');
  for (const [name, functions] of Object.entries(functionsOf)) {
    const port = checkObject(`ports.${name}`, given[name], 'an object with functions');
    checkFunctions(`ports.${name}`, port, functions);
  }
  checkFunctions('ports', given, ['sha256?', 'onError?']);
  const compress: unknown = given['compress'] ?? [];
  if (!Array.isArray(compress)) failArgument('ports.compress', compress, 'a list of codings');
  for (const [at, coding] of (compress as readonly Compressor[]).entries()) {
    const place = `ports.compress[${at}]`;
    checkFunctions(place, checkObject(place, coding, 'a coding and a function'), ['compress']);
  }
};

/** What timers take. */
const msMax = 2 ** 31 - 1;

/** The highest number that each option takes. */
const mostOf = { waitMs: msMax, portMs: msMax, retryAfterSeconds: 1e9, memoryBytes: Infinity };

/** Throws a TypeError that names the first option that is none. */
export const checkOptions = (options: unknown): void => {
  const given = checkObject('options', options, 'an object, or nothing');
  for (const [name, most] of Object.entries(mostOf)) {
    const value = given[name] ?? 0;
    const isNumber = typeof value === 'number' && value >= 0 && value <= most;
    if (!isNumber) failArgument(`options.${name}`, value, `a number from 0 to ${most}`);
  }
  const address: unknown = given['boardsAddress'] ?? '';
  if (typeof address !== 'string') failArgument('options.boardsAddress', address, 'a text');
};
