import type { History } from '../../model/history.js';
import { canonical, shown } from '../../model/json.js';
import type { Judge, RuleJudge } from '../../model/rule.js';
import { heaviest, notApplicable, undecided } from '../../model/verdict.js';
import { allEqual, allHold, type Comparison, present, rowsIn, totalIn } from '../across.js';
import {
  all,
  allOf,
  answeredWith,
  type Check,
  eachOf,
  fails,
  holds,
  holdsIf,
  notExercised,
  suspect,
  whenServed,
} from '../check.js';
import { type Answer } from '../evidence.js';
import { settled } from '../metrics/answer.js';
import {
  isReady,
  metaNumber,
  parametersOf,
  type Row,
  rosterAnswers,
  rosterValid,
  rowsOf,
} from './answer.js';
import { columnOf } from './order.js';
import { checkRows } from './rows.js';

const statusHolds = (active: boolean): Check =>
  checkRows((row) =>
    holdsIf(
      row.attributes['active'] === active,
      () => `${row.pointer} has active ${shown(row.attributes['active'])}`,
    ),
  );

const rolesAsked = (request: URLSearchParams): readonly string[] =>
  ['userType[]', 'userType'].flatMap((name) => request.getAll(name));

const userTypesHold: Check = checkRows((row, answer) => {
  const asked = rolesAsked(parametersOf(answer.request));
  return holdsIf(
    asked.includes(String(row.attributes['userType'])),
    () =>
      `${row.pointer} has userType ${shown(row.attributes['userType'])}, asked for ${asked.join(', ')}`,
  );
});

/** Every row contains what was searched for. */
export const searchHolds: Check = whenServed((answer) => {
  const { matches } = answer.exchange.answer?.sightings ?? {};
  if (matches === undefined || matches.length === 0) return notExercised('nothing was found');
  const odd = matches.indexOf(false);
  return holdsIf(odd === -1, () => `/data/${odd} contains the words neither in name nor in email`);
});

/** The rows of the whole roster that meet a filter, as its own rows show them, were counted. */
const countedAsSeen = (
  history: History,
  probe: string,
  meets: (row: Row, request: URLSearchParams) => boolean,
): readonly (Comparison | null)[] => {
  const [whole, page] = [rowsIn(history, 'RV2'), rowsIn(history, probe)];
  const [all, total] = [totalIn(history, 'RV2'), totalIn(history, probe)];
  if (whole === null || page === null || total === null || whole.rows.length !== all?.value)
    return [];
  const parameters = parametersOf(page.answer.request);
  const count = whole.rows.filter((row) => meets(row, parameters)).length;
  return [
    {
      holds: total.value === count,
      trivial: count === 0,
      says: `totalCount of ${probe} is ${total.value}, ${count} rows of RV2 meet its filter`,
      answers: [whole.answer, page.answer],
    },
  ];
};

/** Every request that must be served is, and some answer at least has the roster. */
export const rosterIsServed: Judge = (history) => {
  const answers = rosterValid.flatMap((probe) => settled(history, probe) ?? []);
  const [before, after] = ['RV2', 'RV21'].map((probe) => totalIn(history, probe)?.value ?? null);
  const isShorter = before != null && after != null && after < before;
  // Where members have left, a later page may be past the end.
  const isServed: Check = ({ status, request }) => {
    if (status === 200) return holds;
    const isLater = Number(parametersOf(request).get('page') ?? '1') > 1;
    return (isShorter && isLater ? suspect : fails)(`answered ${status}, expected 200`);
  };
  const isFailed = answers.length > 1 && !answers.some(isReady);
  return heaviest([
    eachOf(rosterValid, isServed)(history),
    ...(isFailed ? [undecided('prerequisite', 'The roster failed in every answer.')] : []),
  ]);
};

/** Rows that meet a filter, and as many of them as the whole roster shows. */
const filtered =
  (
    probes: readonly string[],
    check: Check,
    meets: (row: Row, request: URLSearchParams) => boolean,
  ): Judge =>
  (history) => {
    const counted = present(probes.flatMap((probe) => countedAsSeen(history, probe, meets)));
    const broken = counted.filter((comparison) => !comparison.holds);
    return heaviest([
      eachOf(probes, check)(history),
      ...(broken.length === 0 ? [] : [allHold(history, probes, broken, 'across')]),
    ]);
  };

const hasRole = (row: Row, request: URLSearchParams): boolean =>
  rolesAsked(request).includes(String(row.attributes['userType']));

/** All rows, and as many as the whole roster shows, have a status. */
export const statusFiltered = (probe: string, active: boolean): Judge =>
  filtered([probe], statusHolds(active), (row) => row.attributes['active'] === active);

/** All rows, and as many as the whole roster shows, have the roles that were asked for. */
export const rolesFiltered = (probes: readonly string[]): Judge =>
  filtered(probes, userTypesHold, hasRole);

/** Without brackets a single value is a filter like any other. */
export const bareValuesHold: RuleJudge = all(
  answeredWith(200),
  eachOf(['RV5'], statusHolds(true)),
  eachOf(['RV10'], userTypesHold),
);

/** Each filter of a page holds for each of its rows. */
const filtersHold: Check = (answer, history) => {
  const isActive = parametersOf(answer.request).get('status[]') === 'active';
  const filters = [statusHolds(isActive), userTypesHold, searchHolds];
  return allOf(filters.map((check) => check(answer, history)));
};

/** The rows that meet all filters, as the whole roster shows them, are those that were counted. */
const filtersCount = (history: History): readonly Comparison[] => {
  const page = rowsIn(history, 'RV22');
  const found = page?.answer.exchange.sent.knows['foundIds'];
  const total = totalIn(history, 'RV22');
  if (page === null || total === null || !Array.isArray(found)) return [];
  const strange = page.rows.find((row) => !found.includes(row.id));
  return [
    {
      holds: strange === undefined && total.value === found.length,
      trivial: false,
      says: `${found.length} rows of the whole roster meet all filters, totalCount is ${total.value}${strange === undefined ? '' : `, and ${strange.id} is none of them`}`,
      answers: [page.answer],
    },
  ];
};

/** All filters of a page hold, for each row and for the total. */
export const filtersMeet: Judge = (history) =>
  heaviest([
    eachOf(['RV22'], filtersHold)(history),
    ...[filtersCount(history)]
      .filter((comparisons) => comparisons.length > 0)
      .map((comparisons) => allHold(history, ['RV22'], comparisons, 'across')),
  ]);

/** Pages before and after an answer show a member with the same name and address. */
const isUnchanged = (history: History, { seq }: Answer, id: string): boolean => {
  const textsIn = (answers: readonly Answer[]): readonly string[] =>
    answers
      .flatMap(rowsOf)
      .filter((row) => row.id === id)
      .map(({ attributes }) => canonical([attributes['name'], attributes['email']]));
  const pages = rosterAnswers(history);
  const before = textsIn(pages.filter((page) => page.seq < seq)).at(-1);
  const [after] = textsIn(pages.filter((page) => page.seq > seq));
  return before !== undefined && before === after;
};

/** Every row that was seen before and contains the words was found. */
export const searchFindsAll: Check = whenServed((answer, history) => {
  const found = answer.exchange.sent.knows['foundIds'];
  if (!Array.isArray(found) || !isReady(answer)) return notExercised('the roster was not seen');
  const ids = new Set(rowsOf(answer).map((row) => row.id));
  if ((metaNumber(answer, 'totalCount') ?? 0) > rowsOf(answer).length)
    return notExercised('not one page');
  const lost = found.map(String).filter((id) => !ids.has(id));
  const [first] = lost;
  if (first === undefined) return holds;
  const says = (id: string): string => `${id} contains the words and was not found`;
  const certain = lost.find((id) => isUnchanged(history, answer, id));
  return certain === undefined ? suspect(says(first)) : fails(says(certain));
});

/** Words that no row contained find no row without them; a row that contains them was added later. */
export const searchFindsNobody: Check = whenServed((answer) => {
  const { matches } = answer.exchange.answer?.sightings ?? {};
  const rows = rowsOf(answer);
  const odd = rows.find((_, index) => matches?.[index] === false);
  if (odd !== undefined) return fails(`${odd.pointer} was found and does not contain the words`);
  return rows.length === 0
    ? holds
    : notExercised('a member that contains the words may have joined meanwhile');
});

/** Both statuses find as many as no status. */
export const bothAreNone: Judge = (history) =>
  allEqual(
    history,
    ['RV2', 'RV7'],
    present(['RV2', 'RV7'].map((probe) => totalIn(history, probe))),
  );

const tooShort = notApplicable('notExercised', 'There were fewer than two rows.');

/** By default the roster is the first 25 by name upward: as far as keys tell (ties are open). */
export const defaultsHold: Judge = (history) => {
  const [plain, named] = ['RV1', 'RV2'].map((probe) => rowsIn(history, probe));
  if (!plain || !named) {
    return allHold(history, ['RV1', 'RV2'], [], 'across');
  }
  const names = (rows: typeof plain.rows) => rows.slice(0, 25).map((row) => row.attributes['name']);
  const [left, right] = [names(plain.rows), names(named.rows)];
  if (left.length < 2 && right.length < 2) return tooShort;
  const comparison: Comparison = {
    holds: canonical(left) === canonical(right),
    trivial: false,
    says: `${left.length} names without parameters are the first of ${right.length} by name`,
    answers: [plain.answer, named.answer],
  };
  return allHold(history, ['RV1', 'RV2'], [comparison], 'across');
};

/** A column downward is the reverse of the column upward. */
export const reversed =
  (column: string, up: string, down: string): Judge =>
  (history) => {
    const [first, second] = [rowsIn(history, up), rowsIn(history, down)];
    if (first === null || second === null) return allHold(history, [up, down], [], 'across');
    const total = totalIn(history, up)?.value ?? 0;
    const [left, right] = [
      columnOf(first.rows, column),
      columnOf(second.rows, column).toReversed(),
    ];
    if (left.length < 2 && right.length < 2) return tooShort;
    // Of a longer roster the two pages show different ends.
    const comparisons =
      total > first.rows.length
        ? []
        : [
            {
              holds: canonical(left) === canonical(right),
              trivial: false,
              says: `${column} upward ${shown(left)} is the reverse of downward ${shown(right)}`,
              answers: [first.answer, second.answer],
            },
          ];
    return allHold(history, [up, down], comparisons, 'across');
  };
