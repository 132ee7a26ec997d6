import { limits } from '@tallyboard/core/vocabulary';
import type * as fc from 'fast-check';
import type { RequestConstraints } from '../request.js';
import { pairsIn, type QueryPair, rosterQueryArbitrary } from '../roster.js';
import { type BrokenRequest, brokenBy, type Fault, type FaultTable, faultsOf } from './fault.js';
import { rangeFaults } from './ranges.js';

/** A way to break a roster query (4.2). */
export type RosterFault = Fault<readonly QueryPair[], readonly QueryPair[]>;

const each = (parameter: string, ...values: readonly string[]): readonly string[] =>
  values.map((value) => `${parameter}=${value}`);

const notNumbers = ['x', '1.5', '1e2', '0x10', '1 000', 'NaN', 'Infinity', '--1', '٣'];
const scalars = ['page', 'perPage', 'sort', 'order'];

/** Queries that stand in place of what a sound one says about the same parameters. */
const table = {
  '4.2.1 must query': {
    'perPage out of bounds': each('perPage', '1000000', '0', '-1', `${limits.perPageMax + 1}`),
    'perPage is no number': each('perPage', ...notNumbers),
    'page out of bounds': each('page', '0', '-1', '-25', '00'),
    'page is no number': each('page', ...notNumbers),
    'unknown sort': each('sort', 'Name', 'id', 'active', 'joinedAt', 'toString', 'name,email'),
    'unknown order': each('order', 'ASC', 'ascending', 'up', 'toString'),
    'unknown status': each('status[]', 'all', 'Active', 'joined', 'toString'),
    'unknown bare status': each('status', 'all', 'active,inactive'),
    'owner cannot be asked for': ['userType[]=owner'],
    'owner cannot be asked for, bare': ['userType=owner'],
    'unknown userType': each('userType[]', 'all', 'anonymous', 'Admin', 'principal'),
    'unknown status beside a known one': ['status[]=active&status[]=gone'],
  },
  '4.2.1 observed query': {
    ...Object.fromEntries(scalars.map((name) => [`empty ${name}`, [`${name}=`]])),
    'empty status': ['status[]='],
    'empty userType': ['userType='],
    'scalar twice': ['page=1&page=1', 'sort=name&sort=email', 'q=a&q=b'],
    'list without brackets twice': [
      'status=active&status=inactive',
      'userType=student&userType[]=guest',
    ],
    'brackets with a place': ['status[0]=active', 'userType[0]=guest'],
    'unknown parameter': ['limit=10', 'Page=1', 'dimensions[]=month', '__proto__=1'],
  },
  '4.1.10 must range': rangeFaults(),
  '4.1.10 observed query': { 'empty range': ['from=&to='] },
  '4.2.2 must query': {
    'page beyond the offset': [
      ...['page=10002&perPage=100', 'page=1000002&perPage=1', 'page=99999999&perPage=25'],
    ],
  },
} satisfies FaultTable<readonly QueryPair[], 'query' | 'range'>;

const bare = (name: string): string => name.replace(/\[.*$/, '');

/** Of the sound query a far page leaves too, which would break 4.2.2 besides, and half of a range. */
const replaced = (
  pairs: readonly QueryPair[],
  faulty: readonly QueryPair[],
): readonly QueryPair[] => {
  const names = new Set(['page', 'perPage', ...faulty.map(([name]) => bare(name))]);
  if (names.has('from') || names.has('to')) names.add('from').add('to');
  return [...pairs.filter(([name]) => !names.has(bare(name))), ...faulty];
};

/** Every way to break a roster query that the text or our reading of it refuses (4.2.1, 4.2.2). */
export const rosterFaults: readonly RosterFault[] = faultsOf(table, {
  query: (pairs, query) => replaced(pairs, pairsIn(query as string)),
  range: (pairs, range) => replaced(pairs, Object.entries(range as Record<string, string>)),
});

/** Roster queries that break exactly one rule (4.2). */
export const brokenRosterQueryArbitrary = (
  setting: RequestConstraints,
): fc.Arbitrary<BrokenRequest<readonly QueryPair[], readonly QueryPair[]>> =>
  brokenBy(rosterFaults, rosterQueryArbitrary(setting.today), setting);
