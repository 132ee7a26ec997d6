import { limits, organizationTypes, type RuleId } from '@tallyboard/core/vocabulary';
import type { QueryPair } from '../roster.js';
import { type Fault, type FaultSetting, variantOf } from './fault.js';
import { currentMonth, notMonths, rangesOutside } from './ranges.js';

/** A way to break a roster query (4.2). */
export type RosterFault = Fault<readonly QueryPair[], readonly QueryPair[]>;

/** A query that stands in place of what a sound one says about the same parameters. */
type Variant = string | ((setting: FaultSetting) => string);
type Row = readonly [
  name: string,
  head: `${RuleId} ${RosterFault['obligation']}`,
  ...variants: readonly Variant[],
];

const each = (parameter: string, ...values: readonly string[]): readonly string[] =>
  values.map((value) => `${parameter}=${value}`);

const notNumbers = ['x', '1.5', '1e2', '0x10', '1 000', 'NaN', 'Infinity', '--1', '٣'];
const scalars = ['page', 'perPage', 'sort', 'order'];

const rows: readonly Row[] = [
  [
    'perPage out of bounds',
    '4.2.1 must',
    ...each('perPage', `${limits.perPageMax + 1}`, '0', '-1', '1000000'),
  ],
  ['perPage is no number', '4.2.1 must', ...each('perPage', ...notNumbers)],
  ['page out of bounds', '4.2.1 must', ...each('page', '0', '-1', '-25', '00')],
  ['page is no number', '4.2.1 must', ...each('page', ...notNumbers)],
  [
    'unknown sort',
    '4.2.1 must',
    ...each('sort', 'Name', 'id', 'active', 'joinedAt', 'toString', 'name,email'),
  ],
  ['unknown order', '4.2.1 must', ...each('order', 'ASC', 'ascending', 'up', 'toString')],
  ['unknown status', '4.2.1 must', ...each('status[]', 'all', 'Active', 'joined', 'toString')],
  ['unknown bare status', '4.2.1 must', ...each('status', 'all', 'active,inactive')],
  ['owner cannot be asked for', '4.2.1 must', 'userType[]=owner'],
  ['owner cannot be asked for, bare', '4.2.1 must', 'userType=owner'],
  [
    'unknown userType',
    '4.2.1 must',
    ...each('userType[]', 'all', 'anonymous', 'Admin', 'principal'),
  ],
  ['unknown status beside a known one', '4.2.1 must', 'status[]=active&status[]=gone'],
  ...scalars.map((name): Row => [`empty ${name}`, '4.2.1 observed', `${name}=`]),
  ['empty status', '4.2.1 observed', 'status[]='],
  ['empty userType', '4.2.1 observed', 'userType='],
  ['scalar twice', '4.2.1 observed', 'page=1&page=1', 'sort=name&sort=email', 'q=a&q=b'],
  [
    'list without brackets twice',
    '4.2.1 observed',
    'status=active&status=inactive',
    'userType=student&userType[]=guest',
  ],
  ['brackets with a place', '4.2.1 observed', 'status[0]=active', 'userType[0]=guest'],
  [
    'unknown parameter',
    '4.2.1 observed',
    ...['limit=10', 'Page=1', 'dimensions[]=month', '__proto__=1'],
  ],
  ['from alone', '4.1.10 must', (setting) => `from=${currentMonth(setting)}`],
  ['to alone', '4.1.10 must', (setting) => `to=${currentMonth(setting)}`],
  ...rangesOutside.map(({ name, ranges }): Row => {
    const sent = ranges.map((range) => (setting: FaultSetting) => {
      const { from, to } = range(setting);
      return `from=${from}&to=${to}`;
    });
    return [name, '4.1.10 must', ...sent];
  }),
  ...(['from', 'to'] as const).map((name): Row => {
    const other = name === 'from' ? 'to' : 'from';
    const sent = notMonths.map(
      (text) => (setting: FaultSetting) =>
        `${name}=${text(setting)}&${other}=${currentMonth(setting)}`,
    );
    return [`${name} is no month`, '4.1.10 must', ...sent];
  }),
  ['empty range', '4.1.10 observed', 'from=&to='],
  [
    'page beyond the offset',
    '4.2.2 must',
    ...['page=10002&perPage=100', 'page=1000002&perPage=1', 'page=99999999&perPage=25'],
  ],
];

const bare = (name: string): string => name.replace(/\[.*$/, '');

/** Of the sound query a far page leaves too, which would break 4.2.2 besides, and half of a range. */
const replaced = (pairs: readonly QueryPair[], query: string): readonly QueryPair[] => {
  const faulty = query.split('&').map((one): QueryPair => {
    const [name = '', value = ''] = one.split('=');
    return [name, value];
  });
  const names = new Set(['page', 'perPage', ...faulty.map(([name]) => bare(name))]);
  if (names.has('from') || names.has('to')) names.add('from').add('to');
  return [...pairs.filter(([name]) => !names.has(bare(name))), ...faulty];
};

/** Every way to break a roster query that the text or our reading of it refuses (4.2.1, 4.2.2). */
export const rosterFaults: readonly RosterFault[] = rows.map(([name, head, ...variants]) => {
  const [rule, obligation] = head.split(' ') as [RuleId, RosterFault['obligation']];
  return {
    ...{ name, rule, obligation, organizationTypes, variants: variants.length },
    apply: (pairs, setting, at = 0) => {
      const variant = variantOf(variants, at);
      return replaced(pairs, typeof variant === 'string' ? variant : variant(setting));
    },
  };
});
