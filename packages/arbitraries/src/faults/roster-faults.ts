import { formatMonth, limits, monthOfDay, organizationTypes } from '@tallyboard/core/vocabulary';
import type { QueryPair } from '../roster.js';
import { type Fault, type FaultHead, type FaultSetting, variantOf } from './fault.js';
import { notMonths, rangesOutside } from './month-faults.js';

/** A way to break a roster query (4.2). */
export type RosterFault = Fault<readonly QueryPair[], readonly QueryPair[]>;

const bare = (name: string): string => name.replace(/\[.*$/, '');

/** The query with these pairs in place of all that it said about the same parameters (4.2). */
const replaced = (
  pairs: readonly QueryPair[],
  faulty: readonly QueryPair[],
): readonly QueryPair[] => {
  const names = new Set(faulty.map(([name]) => bare(name)));
  return [...pairs.filter(([name]) => !names.has(bare(name))), ...faulty];
};

type Variant = (setting: FaultSetting) => readonly QueryPair[];

const faultOf = (
  head: FaultHead,
  variants: readonly Variant[],
  dropped: readonly string[] = [],
): RosterFault => ({
  ...head,
  organizationTypes,
  variants: variants.length,
  apply: (pairs, setting, variant = 0) =>
    replaced(
      pairs.filter(([name]) => !dropped.includes(name)),
      variantOf(variants, variant)(setting),
    ),
});

/** Faults of one parameter, each value a variant (4.2.1). */
const valuesFault = (
  name: string,
  parameter: string,
  values: readonly string[],
  obligation: FaultHead['obligation'] = 'must',
): RosterFault =>
  faultOf(
    { name, rule: '4.2.1', obligation },
    values.map((value) => () => [[parameter, value]]),
    // A far page of many rows would break 4.2.2 besides.
    ['page', 'perPage'],
  );

const pairsFault = (
  name: string,
  variants: readonly (readonly QueryPair[])[],
  obligation: FaultHead['obligation'] = 'observed',
): RosterFault =>
  faultOf(
    { name, rule: '4.2.1', obligation },
    variants.map((pairs) => () => pairs),
  );

const now = ({ today }: FaultSetting): string => formatMonth(monthOfDay(today));
const notNumbers = ['x', '1.5', '1e2', '0x10', '1 000', 'NaN', 'Infinity', '--1', '٣'];
const range = { rule: '4.1.10', obligation: 'must' } as const;

/** Every way to break a roster query that the text or our reading of it refuses (4.2.1, 4.2.2). */
export const rosterFaults: readonly RosterFault[] = [
  valuesFault('perPage out of bounds', 'perPage', [
    `${limits.perPageMax + 1}`,
    '0',
    '-1',
    '1000000',
  ]),
  valuesFault('perPage is no number', 'perPage', notNumbers),
  valuesFault('page out of bounds', 'page', ['0', '-1', '-25', '00']),
  valuesFault('page is no number', 'page', notNumbers),
  valuesFault('unknown sort', 'sort', [
    'Name',
    'id',
    'active',
    'joinedAt',
    'toString',
    'name,email',
  ]),
  valuesFault('unknown order', 'order', ['ASC', 'ascending', 'up', 'toString']),
  valuesFault('unknown status', 'status[]', ['all', 'Active', 'joined', 'toString']),
  valuesFault('unknown bare status', 'status', ['all', 'active,inactive']),
  valuesFault('owner cannot be asked for', 'userType[]', ['owner']),
  valuesFault('owner cannot be asked for, bare', 'userType', ['owner']),
  valuesFault('unknown userType', 'userType[]', ['all', 'anonymous', 'Admin', 'principal']),
  pairsFault(
    'unknown status beside a known one',
    [
      [
        ['status[]', 'active'],
        ['status[]', 'gone'],
      ],
    ],
    'must',
  ),
  valuesFault('empty page', 'page', [''], 'observed'),
  valuesFault('empty perPage', 'perPage', [''], 'observed'),
  valuesFault('empty sort', 'sort', [''], 'observed'),
  valuesFault('empty order', 'order', [''], 'observed'),
  valuesFault('empty status', 'status[]', [''], 'observed'),
  valuesFault('empty userType', 'userType', [''], 'observed'),
  pairsFault('scalar twice', [
    [
      ['page', '1'],
      ['page', '1'],
    ],
    [
      ['sort', 'name'],
      ['sort', 'email'],
    ],
    [
      ['q', 'a'],
      ['q', 'b'],
    ],
  ]),
  pairsFault('list without brackets twice', [
    [
      ['status', 'active'],
      ['status', 'inactive'],
    ],
    [
      ['userType', 'student'],
      ['userType[]', 'guest'],
    ],
  ]),
  pairsFault('brackets with a place', [[['status[0]', 'active']], [['userType[0]', 'guest']]]),
  pairsFault('unknown parameter', [
    [['limit', '10']],
    [['Page', '1']],
    [['dimensions[]', 'month']],
    [['__proto__', '1']],
  ]),
  faultOf({ name: 'from alone', ...range }, [(setting) => [['from', now(setting)]]], ['to']),
  faultOf({ name: 'to alone', ...range }, [(setting) => [['to', now(setting)]]], ['from']),
  ...Object.entries(rangesOutside).map(([name, ranges]) =>
    faultOf(
      { name, ...range },
      ranges.map((sent) => (setting) => Object.entries(sent(setting)) as readonly QueryPair[]),
    ),
  ),
  faultOf(
    { name: 'from is no month', ...range },
    notMonths.map((from) => (setting) => [
      ['from', from],
      ['to', now(setting)],
    ]),
  ),
  faultOf(
    { name: 'to is no month', ...range },
    notMonths.map((to) => (setting) => [
      ['from', now(setting)],
      ['to', to],
    ]),
  ),
  faultOf({ name: 'empty range', rule: '4.1.10', obligation: 'observed' }, [
    () => [
      ['from', ''],
      ['to', ''],
    ],
  ]),
  faultOf({ name: 'page beyond the offset', rule: '4.2.2', obligation: 'must' }, [
    () => [
      ['page', '10002'],
      ['perPage', '100'],
    ],
    () => [
      ['page', '1000002'],
      ['perPage', '1'],
    ],
    () => [
      ['page', '99999999'],
      ['perPage', '25'],
    ],
  ]),
];
