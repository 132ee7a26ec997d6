/** The periods that occur, as places in a list. Others, such as months long before, take no room. */
export interface OccupiedPeriods {
  /** The period at each place, ascending. */
  readonly periods: Uint16Array;
  /** The place of each period that occurs. */
  readonly places: Uint16Array;
}

/** The periods that occur in any of some columns. */
export const occupiedPeriods = (
  columns: readonly Uint16Array[],
  periods: number,
): OccupiedPeriods => {
  const occurs = new Uint8Array(periods);
  for (const column of columns) {
    for (const period of column) occurs[period] = 1;
  }
  const occupied = Uint16Array.from(occurs.keys()).filter((period) => occurs[period] === 1);
  const places = new Uint16Array(periods);
  for (let place = 0; place < occupied.length; place++) places[occupied[place]!] = place;
  return { periods: occupied, places };
};

/** Sums by period and a small key, as they grow. */
export interface Sums {
  readonly add: (period: number, key: number, amount: number) => void;
  /** Those that something was added to, by period and key. */
  readonly rows: () => {
    readonly period: Uint16Array;
    readonly key: Uint32Array;
    readonly sum: Float64Array;
  };
}

/** Sums that are all 0. */
export const sumsOf = ({ periods, places }: OccupiedPeriods, keys: number): Sums => {
  const sums = new Float64Array(periods.length * keys);
  const isTouched = new Uint8Array(sums.length);
  return {
    add: (period, key, amount) => {
      const at = places[period]! * keys + key;
      sums[at]! += amount;
      isTouched[at] = 1;
    },
    rows: () => {
      const touched: number[] = [];
      for (let at = 0; at < sums.length; at++) if (isTouched[at] === 1) touched.push(at);
      return {
        period: Uint16Array.from(touched, (at) => periods[Math.floor(at / keys)]!),
        key: Uint32Array.from(touched, (at) => at % keys),
        sum: Float64Array.from(touched, (at) => sums[at]!),
      };
    },
  };
};
