import { type Comparison, numberIn, present, rowsIn, type Side, totalIn } from '../judge/across.js';
import { plusDays } from '../judge/days.js';
import { parametersOf, type Row } from '../judge/roster/answer.js';
import { counts } from '../judge/roster/rows.js';
import type { History } from '../model/history.js';
import { canonical, shown } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { entry } from '../probes/entries.js';
import { relation } from './rule.js';

/* Relations between roster pages that hold for any data; see relations-of-metrics.ts. */

const adds = (
  history: History,
  parts: readonly string[],
  whole: string,
): readonly (Comparison | null)[] => {
  const sides = present(parts.map((probe) => totalIn(history, probe)));
  const all = totalIn(history, whole);
  if (all === null || sides.length < parts.length) return [];
  const sum = sides.reduce((total, side) => total + side.value, 0);
  return [
    {
      holds: sum === all.value,
      trivial: all.value === 0,
      says: `totals of ${parts.join(' and ')} add up to ${sum}, ${whole} has ${all.value}`,
      answers: [...sides.map((side) => side.answer), all.answer],
    },
  ];
};

const sameRange = [
  'RV2',
  'RV5',
  'RV6',
  'RV7',
  'RV8',
  'RV9',
  'RV10',
  'RV11',
  'RV12',
  'RV13',
  'RV14',
  'RV20',
  'RV22',
  'RV24',
];

/** Pairs of one member's rows in two answers. */
const pairs = (
  history: History,
  first: string,
  second: string,
  compare: (before: Row, after: Row) => { readonly holds: boolean; readonly says: string } | null,
): readonly Comparison[] => {
  const [left, right] = [rowsIn(history, first), rowsIn(history, second)];
  if (left === null || right === null) return [];
  const known = new Map(left.rows.map((row) => [row.id, row]));
  return right.rows.flatMap((row) => {
    const before = known.get(row.id);
    const found = before === undefined ? null : compare(before, row);
    return found === null
      ? []
      : [{ ...found, trivial: false, answers: [left.answer, right.answer] }];
  });
};

const sameRow = (before: Row, after: Row) => ({
  holds: canonical(before.attributes) === canonical(after.attributes),
  says: `${before.id} is ${shown(before.attributes)} and ${shown(after.attributes)}`,
});

const neverMore = (part: Row, whole: Row) => {
  const odd = counts.find((name) => Number(part.attributes[name]) > Number(whole.attributes[name]));
  return {
    holds: odd === undefined,
    says:
      odd === undefined
        ? `${part.id} has no more in a part of the range`
        : `${odd} of ${part.id}: ${shown(part.attributes[odd])} in a part of the range, ${shown(whole.attributes[odd])} in all of it`,
  };
};

const range = (history: History, probe: string): string | null => {
  const page = rowsIn(history, probe);
  return page === null ? null : parametersOf(page.answer.request).get('from');
};

/** In the current month: who was last seen before it has done nothing in it; a day of slack. */
const idleMembers = (history: History): readonly Comparison[] => {
  const page = rowsIn(history, 'RV19');
  const from = range(history, 'RV19');
  if (page === null || from === null) return [];
  const dayBefore = plusDays(`${from}-01`, -1);
  return page.rows
    .filter((row) => {
      const last = row.attributes['lastActivityDate'];
      return last === null || (typeof last === 'string' && last < dayBefore);
    })
    .map((row) => ({
      holds:
        row.attributes['active'] === false && counts.every((name) => row.attributes[name] === 0),
      trivial: false,
      says: `${row.id}, last seen ${shown(row.attributes['lastActivityDate'])}, has ${shown(row.attributes)}`,
      answers: [page.answer],
    }));
};

/** Members who joined by the end of the month are in the roster; owners stand there as admins. */
const rolesFit = (history: History): readonly (Comparison | null)[] => {
  const joined = (role: string): Side<number> | null =>
    numberIn(history, 'MV7', entry('memberCount', { userType: [role] }));
  const [owners, admins, roster] = [joined('owner'), joined('admin'), totalIn(history, 'RV10')];
  if (owners === null || admins === null || roster === null) return [];
  const sum = owners.value + admins.value;
  return [
    {
      holds: sum <= roster.value,
      trivial: sum === 0,
      says: `${owners.value} owners and ${admins.value} admins, the roster has ${roster.value} admins`,
      answers: [owners.answer, roster.answer],
    },
  ];
};

/** The relations of the roster. */
export const rosterRelations: readonly Rule[] = [
  relation(
    '4.2-D1',
    'Active and inactive members are the whole roster.',
    ['RV5', 'RV6', 'RV2'],
    'across',
    (history) => adds(history, ['RV5', 'RV6'], 'RV2'),
  ),
  relation(
    '4.2-D2',
    'Members by role are the whole roster.',
    ['RV10', 'RV11', 'RV12', 'RV2'],
    'across',
    (history) => adds(history, ['RV10', 'RV11', 'RV12'], 'RV2'),
  ),
  relation(
    '4.2-D3',
    'Neither filter nor sort nor page changes what a row says.',
    sameRange,
    'across',
    (history) => sameRange.slice(1).flatMap((probe) => pairs(history, 'RV2', probe, sameRow)),
  ),
  relation(
    '4.2-D4',
    'A part of the range has no more than the range.',
    ['RV18', 'RV2'],
    'across',
    (history) => pairs(history, 'RV18', 'RV2', neverMore),
  ),
  relation(
    '4.2-D5',
    'Who was last active before the range was not active in it.',
    ['RV19'],
    'within',
    idleMembers,
  ),
  relation(
    '4.2-D6',
    'Owners and admins who joined by the current month are admins of the roster.',
    ['MV7', 'RV10'],
    'across',
    rolesFit,
  ),
];
