/** What was measured, for each engine or checkout by its name. */
export interface Row {
  readonly section: string;
  readonly what: string;
  /** Of which data. */
  readonly on: string;
  readonly unit: 'ms' | 's' | 'us' | 'MB' | 'requests/s' | '%';
  /** In the JSON alone. */
  readonly isDetail?: true;
  readonly values: Readonly<Record<string, Spread>>;
}

/** The median of some rounds, and the least and the most. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
};

/** Collects rounds, and makes rows of them in the order in which they came first. */
export const collector = () => {
  const rows = new Map<string, Omit<Row, 'values'> & { values: Record<string, number[]> }>();
  return {
    add: (of: Omit<Row, 'values'>, engine: string, value: number): void => {
      const key = `${of.section} ${of.what} ${of.on}`;
      const row = rows.get(key) ?? { ...of, values: {} };
      rows.set(key, row);
      (row.values[engine] ??= []).push(value);
    },
    rows: (): readonly Row[] =>
      [...rows.values()].map(({ values, ...of }) => ({
        ...of,
        values: Object.fromEntries(
          Object.entries(values).map(([engine, list]) => [engine, spreadOf(list)]),
        ),
      })),
  };
};

export type Collector = ReturnType<typeof collector>;

/** 10000000 as 10M. */
export const sizeName = (events: number): string =>
  events >= 1_000_000 ? `${events / 1_000_000}M` : `${events / 1000}k`;

export const say = (text: string): void => void process.stderr.write(`${text}\n`);
