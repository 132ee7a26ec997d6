import { at, isObject, leavesOf, listOf, shown } from '../model/json.js';
import { rankingsIn } from './claims.js';
import { type Finding, sameEverywhere } from './finding.js';
import { roleOf } from './page-laws.js';
import { dayNumber, dayText, type Span, spanText } from './span.js';
import type { Figure, Table } from './table.js';

/** Asked again, a figure is the same. */
export const sameFigures = ({ figures }: Table): readonly Finding[] =>
  sameEverywhere(
    figures.map((figure) => ({
      seq: figure.seq,
      until: figure.to,
      key: `${figure.name} ${figure.value ?? ''} ${figure.group} ${figure.from} ${figure.to}`,
      label: `${figure.name} ${spanText(figure)}`,
      value: figure.data,
    })),
  );

/** Each row of a series has a month that no other has, and one figure. */
export const wholeSeries = ({ series }: Table): readonly Finding[] =>
  series.flatMap((one) => {
    const rows = listOf(one.data);
    const months = rows.map((row) => at(row, 'month'));
    const odd = rows.findIndex(
      (row, index) =>
        months.indexOf(months[index]) !== index ||
        Object.entries(isObject(row) ? row : {}).filter(
          ([key, value]) => key !== 'month' && typeof value === 'number',
        ).length !== 1,
    );
    if (odd < 0) return [];
    return [
      {
        seqs: [one.seq],
        about: `series of ${one.name} ${one.group} ${one.value ?? ''}`,
        until: one.to,
        says: `row ${odd + 1} of the series of ${one.name} is ${shown(rows[odd])} (request ${one.seq})`,
      },
    ];
  });

interface RankedItem extends Figure {
  readonly id: string;
  readonly label: unknown;
  readonly amount: number;
}

/** Items of rankings, with what names them. */
const itemsIn = ({ figures }: Table): readonly RankedItem[] =>
  rankingsIn(figures).flatMap((ranking) =>
    ranking.items.map(({ id, figure }) => {
      const item = listOf(ranking.data).find((one) => at(one, 'hashid') === id);
      return { ...ranking, id, label: at(item, 'title') ?? at(item, 'name'), amount: figure };
    }),
  );

/** A board, a user and a medium have one name each, and a medium is video or audio. */
export const sameNames = (table: Table): readonly Finding[] => {
  const items = itemsIn(table);
  const seen = (key: string, value: unknown, { seq, to: until }: { seq: number; to: number }) => ({
    seq,
    until,
    key,
    value,
  });
  const isText = ({ label }: RankedItem): boolean => typeof label === 'string' && label !== '';
  return sameEverywhere([
    ...items
      .filter(isText)
      .map((item) => seen(`the name of ${item.name} ${item.id}`, item.label, item)),
    ...items
      .filter(({ name }) => name === 'topMedia')
      .map((item) => seen(`the kind of medium ${item.id}`, item.value, item)),
    ...table.boards.map(({ id, seq, document }) =>
      seen(`the name of topBoards ${id}`, at(document, 'data', 'attributes', 'title'), {
        seq,
        to: 0,
      }),
    ),
  ]);
};

const finding = (item: RankedItem, says: string): Finding => ({
  seqs: [item.seq],
  about: `${item.name} ${item.id}`,
  until: item.to,
  says: `${item.id} ${says} (request ${item.seq})`,
});

/** Users ranked among roles have one of them. */
export const rankedRoles = (table: Table): readonly Finding[] => {
  const roles = roleOf(table);
  return itemsIn(table)
    .filter(
      ({ name, id, group }) =>
        name === 'topUsers' && roles.has(id) && ((roles.get(id) ?? 0) & group) === 0,
    )
    .map((item) => finding(item, 'is ranked among roles that it does not have'));
};

/** By the published definitions only members with something are ranked, under the roster's name. */
export const rankedReadings = (table: Table): readonly Finding[] => {
  const items = itemsIn(table);
  const users = items.filter(({ name }) => name === 'topUsers');
  const known = new Map(table.rows.map((row) => [row.id, row]));
  const whole = table.pages.find(
    ({ q, status, roles, total }) =>
      q === null && status.length !== 1 && roles.length === 0 && total === known.size,
  );
  return [
    ...items.filter(({ amount }) => amount === 0).map((item) => finding(item, 'is ranked with 0')),
    ...users
      .filter(({ id }) => whole !== undefined && !known.has(id))
      .map((item) => finding(item, 'is ranked and not in the roster')),
    ...users
      .filter(({ id, label }) => known.has(id) && known.get(id)?.attributes['name'] !== label)
      .map((item) =>
        finding(
          item,
          `is ${shown(item.label)} here and ${shown(known.get(item.id)?.attributes['name'])} in the roster`,
        ),
      ),
  ];
};

/** A mean of a range is between those of its two parts (published definitions). */
export const meansBetween = ({ figures }: Table): readonly Finding[] => {
  const means = figures.filter(
    (one): one is Figure & { readonly data: number } =>
      ['avgScanTimeMs', 'moderationCatchRatePercent'].includes(one.name) &&
      typeof one.data === 'number',
  );
  return means.flatMap((whole) =>
    means.flatMap((one) =>
      means
        .filter((other) => one.name === whole.name && other.name === whole.name)
        .filter(
          (other) => one.from === whole.from && one.to + 1 === other.from && other.to === whole.to,
        )
        .filter(
          (other) =>
            whole.data < Math.min(one.data, other.data) ||
            whole.data > Math.max(one.data, other.data),
        )
        .map((other) => ({
          seqs: [...new Set([whole.seq, one.seq, other.seq])],
          about: whole.name,
          until: whole.to,
          says: `${whole.name} ${spanText(whole)} is ${whole.data} (request ${whole.seq}), of its parts ${one.data} (request ${one.seq}) and ${other.data} (request ${other.seq})`,
        })),
    ),
  );
};

/** The billing state as one answer has it: names of fields are open (2.5). */
interface Billing {
  readonly figure: Figure;
  /** First and last day of the term, where there are two days. */
  readonly term: Span | null;
  readonly texts: readonly string[];
  readonly seats: number | null;
}

const billingOf = (figure: Figure): Billing => {
  const leaves = leavesOf(figure.data);
  const texts = leaves.filter((value) => typeof value === 'string');
  const days = texts.map((text) => dayNumber(text)).filter((day) => day !== null);
  const [from, to] = [Math.min(...days), Math.max(...days)];
  return {
    figure,
    term: days.length === 2 ? { from, to } : null,
    texts,
    seats: leaves.find((value) => typeof value === 'number') ?? null,
  };
};

const billings = ({ figures }: Table): readonly Billing[] =>
  figures.filter(({ name, data }) => name === 'subscription' && isObject(data)).map(billingOf);

/** Dates and status describe the present, whatever the range. */
export const sameBilling = (table: Table): readonly Finding[] =>
  sameEverywhere(
    billings(table).map(({ figure, texts }) => ({
      seq: figure.seq,
      until: figure.to,
      key: 'dates and status of the subscription',
      value: texts,
    })),
  );

/** Seats are those of the last day of the range, or of today when it ends later. */
export const sameSeats = (table: Table): readonly Finding[] =>
  sameEverywhere(
    billings(table)
      .filter(({ seats }) => seats !== null)
      .map(({ figure, seats }) => {
        const day = Math.min(figure.to, table.days.to);
        return {
          seq: figure.seq,
          until: figure.to,
          key: `the seats of ${dayText(day)}`,
          value: seats,
        };
      }),
  );

/** Without from and to the range is the running term (4.1.11). */
export const defaultIsTerm = (table: Table): readonly Finding[] => {
  const { days } = table;
  return billings(table).flatMap(({ figure, term }) => {
    if (term === null || term.from > days.from || days.to > term.to) return [];
    // The end of a term that runs may be today's date: which of the two is open.
    const isRight = ({ from, to }: Span): boolean =>
      from === term.from && (to === term.to || (days.from <= to && to <= days.to));
    return table.figures
      .filter((one) => one.isDefault && !one.isMonth && !isRight(one))
      .slice(0, 1)
      .map((one) => ({
        seqs: [...new Set([figure.seq, one.seq])],
        about: 'the default range',
        until: one.to,
        says: `the running term is ${dayText(term.from)}..${dayText(term.to)} (request ${figure.seq}), the default range ${dayText(one.from)}..${dayText(one.to)} (request ${one.seq})`,
      }));
  });
};
