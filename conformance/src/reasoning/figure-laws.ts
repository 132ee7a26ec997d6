import { at, isObject, leavesOf, listOf, shown } from '../model/json.js';
import { readOnce } from '../model/read-once.js';
import { rankingsIn } from './claims.js';
import {
  type Finding,
  type Findings,
  finding,
  hasFigures,
  type Law,
  sameEverywhere,
} from './law.js';
import { dayNumber, dayText, type Span, spanText } from './span.js';
import type { Figure, Table } from './table.js';

interface RankedItem extends Figure {
  readonly id: string;
  readonly label: unknown;
  readonly amount: number;
}

/** Items of rankings, with what names them. */
const itemsIn = readOnce(({ figures }: Table): readonly RankedItem[] =>
  rankingsIn(figures).flatMap((ranking) =>
    ranking.items.map(({ id, figure }) => {
      const item = listOf(ranking.data).find((one) => at(one, 'hashid') === id);
      return { ...ranking, id, label: at(item, 'title') ?? at(item, 'name'), amount: figure };
    }),
  ),
);

/** A board, a user and a medium have one name each, and a medium is video or audio. */
function* sameNames(table: Table): Findings {
  const items = itemsIn(table);
  const boards = table.boards.map(({ id, seq, document }) => {
    const label = at(document, 'data', 'attributes', 'title');
    return { seq, to: 0, id, label, name: 'topBoards' };
  });
  const named = items.filter(({ label }) => typeof label === 'string' && label !== '');
  const media = items.filter(({ name }) => name === 'topMedia');
  yield* sameEverywhere([...named, ...boards], ({ name, id, label }) => [
    [`the name of ${name} ${id}`, label],
  ]);
  yield* sameEverywhere(media, ({ id, value }) => [[`the kind of medium ${id}`, value]]);
}

const inRanking = (item: RankedItem, says: string): Finding =>
  finding([item], `${item.name} ${item.id}`, `${item.id} ${says} (request ${item.seq})`);

/** Users ranked among roles have one of them. */
function* rankedRoles(table: Table): Findings {
  const roles = new Map(table.rows.map(({ id, group }) => [id, group]));
  for (const item of itemsIn(table)) {
    const role = item.name === 'topUsers' ? roles.get(item.id) : undefined;
    if (role !== undefined && (role & item.group) === 0)
      yield inRanking(item, 'is ranked among roles that it does not have');
  }
}

/** By the published definitions only members with something are ranked, under the roster's name. */
function* rankedReadings(table: Table): Findings {
  const names = new Map(table.rows.map(({ id, attributes }) => [id, attributes['name']]));
  const isWhole = table.pages.some(
    ({ q, status, roles, total }) =>
      q === null && status.length !== 1 && roles.length === 0 && total === names.size,
  );
  for (const item of itemsIn(table)) {
    const { amount, id, label, name } = item;
    if (amount === 0) yield inRanking(item, 'is ranked with 0');
    if (name !== 'topUsers') continue;
    const inRoster = names.get(id);
    if (isWhole && !names.has(id)) yield inRanking(item, 'is ranked and not in the roster');
    if (names.has(id) && inRoster !== label)
      yield inRanking(item, `is ${shown(label)} here and ${shown(inRoster)} in the roster`);
  }
}

const isMean = (one: Figure): one is Figure & { readonly data: number } =>
  ['avgScanTimeMs', 'moderationCatchRatePercent'].includes(one.name) &&
  typeof one.data === 'number';

/** A mean of a range is between those of its two parts (published definitions). */
function* meansBetween({ figures }: Table): Findings {
  const means = figures.filter(isMean);
  for (const whole of means) {
    const within = means.filter(({ name }) => name === whole.name);
    const ends = within.filter(({ to }) => to === whole.to);
    for (const one of within.filter(({ from }) => from === whole.from))
      for (const other of ends.filter(({ from }) => from === one.to + 1)) {
        const [low = 0, high = 0] = [one.data, other.data].toSorted((a, b) => a - b);
        if (low <= whole.data && whole.data <= high) continue;
        const says = `${whole.name} ${spanText(whole)} is ${whole.data} (request ${whole.seq}), of its parts ${one.data} (request ${one.seq}) and ${other.data} (request ${other.seq})`;
        yield finding([whole, one, other], whole.name, says);
      }
  }
}

/** The billing state as one answer has it: names of fields are open (2.5). */
interface Billing extends Figure {
  /** First and last day of the term, where there are two days. */
  readonly term: Span | null;
  readonly texts: readonly string[];
  readonly seats: unknown;
}

const billingsIn = ({ figures }: Table): readonly Billing[] =>
  figures
    .filter(({ name, data }) => name === 'subscription' && isObject(data))
    .map((figure) => {
      const leaves = leavesOf(figure.data);
      const texts = leaves.filter((value) => typeof value === 'string');
      const days = texts.map(dayNumber).filter((day) => day !== null);
      const term = days.length === 2 ? { from: Math.min(...days), to: Math.max(...days) } : null;
      return { ...figure, term, texts, seats: leaves.find((value) => typeof value === 'number') };
    });

/** Seats are those of the last day of the range, or of today when it ends later. */
const sameSeats = (table: Table): Findings =>
  sameEverywhere(
    billingsIn(table).filter(({ seats }) => seats !== undefined),
    ({ to, seats }) => [[`the seats of ${dayText(Math.min(to, table.days.to))}`, seats]],
  );

function* defaultIsTerm(table: Table): Findings {
  const { days } = table;
  const used = table.figures.filter(({ isDefault, isMonth }) => isDefault && !isMonth);
  for (const billing of billingsIn(table)) {
    const { term, seq } = billing;
    if (term === null || term.from > days.from || days.to > term.to) continue;
    // The end of a term that runs may be today's date: which of the two is open.
    const isRight = ({ from, to }: Span): boolean =>
      from === term.from && (to === term.to || (days.from <= to && to <= days.to));
    const wrong = used.find((one) => !isRight(one));
    if (wrong === undefined) continue;
    const says = `the running term is ${dayText(term.from)}..${dayText(term.to)} (request ${seq}), the default range ${dayText(wrong.from)}..${dayText(wrong.to)} (request ${wrong.seq})`;
    yield finding([billing, wrong], 'the default range', says);
  }
}

/** What holds among figures, beyond what they claim. */
export const figureLaws: readonly Law[] = [
  {
    id: '1-R6',
    binding: 'must',
    clause: 'A read changes nothing: a figure is the same in every request that asks for it.',
    sentence: '1.6: both endpoints are reads and change nothing.',
    speaksOf: hasFigures('memberCount', 'postCount'),
    find: ({ figures }) =>
      sameEverywhere(figures, (one) => [
        [
          `${one.name} ${one.value ?? ''} ${one.group} ${one.from} ${one.to}`,
          one.data,
          `${one.name} ${spanText(one)}`,
        ],
      ]),
  },
  {
    id: '2.5-L3',
    clause: 'Whatever is ranked has one name, and a medium is a video or audio.',
    sentence: '2.5: each item has a hashid and a name or title; 2.4: mediaType is video or audio.',
    speaksOf: hasFigures('topBoards', 'topUsers', 'topMedia'),
    find: sameNames,
  },
  {
    id: '2.5-L4',
    clause: 'Users who are ranked among roles have one of them.',
    sentence: '2.4: topUsers takes userType.',
    speaksOf: hasFigures('topUsers'),
    find: rankedRoles,
  },
  {
    id: '2.5-T10',
    binding: 'must',
    clause:
      'Dates and status of a subscription describe the present and do not depend on the range.',
    sentence: '2.5: dates and status describe the current billing state regardless of the range.',
    speaksOf: hasFigures('subscription'),
    find: (table) =>
      sameEverywhere(billingsIn(table), ({ texts }) => [
        ['dates and status of the subscription', texts],
      ]),
  },
  {
    id: '2.5-L5',
    clause: 'The seat count depends on the last day of the range alone.',
    sentence: '2.5: the seat count is as of the last day of the range, or today.',
    speaksOf: hasFigures('subscription'),
    find: sameSeats,
  },
  {
    id: '4.1-L1',
    clause: 'Without from and to the range is the running billing term.',
    sentence: '4.1.11: the range is the current billing term.',
    speaksOf: hasFigures('subscription'),
    find: defaultIsTerm,
  },
];

/** What the published definitions say beyond that. */
export function* figureReadings(table: Table): Findings {
  yield* rankedReadings(table);
  yield* meansBetween(table);
}
