import type { History } from '../../model/history.js';
import { shown } from '../../model/json.js';
import type { Judge, RuleJudge } from '../../model/rule.js';
import { heaviest, undecided } from '../../model/verdict.js';
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
  prerequisiteFails,
  whenServed,
} from '../check.js';
import { settled } from '../metrics/answer.js';
import { isReady, metaNumber, parametersOf, rosterAnswers, rosterValid, rowsOf } from './answer.js';
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

/** A later answer has fewer members than an earlier one. */
const isShorter = (history: History): boolean => {
  const totals = rosterAnswers(history)
    .filter((answer) => isReady(answer) && !parametersOf(answer.request).has('q'))
    .filter(({ request }) => !/status|userType/.test(request.path))
    .map((answer) => metaNumber(answer, 'totalCount') ?? 0);
  return totals.some((total, index) => total < (totals[index - 1] ?? 0));
};

/** Every request that must be served is, and some answer at least has the roster. */
export const rosterIsServed: Judge = (history) => {
  const answers = rosterValid.flatMap((probe) => settled(history, probe) ?? []);
  const hasShrunk = isShorter(history);
  // Where members have left, a later page may be past the end.
  const isServed: Check = ({ status, request }) => {
    if (status === 200) return holds;
    const isLater = Number(parametersOf(request).get('page') ?? '1') > 1;
    const how = hasShrunk && isLater ? prerequisiteFails : fails;
    return how(`answered ${status}, expected 200`);
  };
  const isFailed = answers.length > 1 && !answers.some(isReady);
  return heaviest([
    eachOf(rosterValid, isServed)(history),
    ...(isFailed ? [undecided('prerequisite', 'The roster failed in every answer.')] : []),
  ]);
};

/** All rows have a status. */
export const statusFiltered = (probe: string, active: boolean): Judge =>
  eachOf([probe], statusHolds(active));

/** All rows have one of the roles that were asked for. */
export const rolesFiltered = (probes: readonly string[]): Judge => eachOf(probes, userTypesHold);

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

/** All filters of a page hold for each row. */
export const filtersMeet: Judge = eachOf(['RV22'], filtersHold);

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
