import { type FactKind, factKinds } from '@tallyboard/core/vocabulary';

/** Where each fact was read: for a kind and an index among its facts, the file and the line. */
export interface FactPlaces {
  /** Counts the next fact of a kind. */
  readonly add: (kind: FactKind, file: string, line: number) => void;
  readonly of: (kind: FactKind, index: number) => { readonly file: string; readonly line: number };
}

interface KindPlaces {
  /** Line numbers; longer than `count` to grow by doubling. */
  lines: Uint32Array;
  count: number;
  /** Facts of a file stand together: only the index at which each file starts is kept. */
  readonly runs: { readonly start: number; readonly file: string }[];
}

/** Places of facts to be read, at four bytes a fact. */
export const factPlaces = (): FactPlaces => {
  const places = new Map<FactKind, KindPlaces>(
    factKinds.map((kind) => [kind, { lines: new Uint32Array(16), count: 0, runs: [] }]),
  );
  return {
    add: (kind, file, line) => {
      const known = places.get(kind)!;
      if (known.count === known.lines.length) {
        const longer = new Uint32Array(known.count * 2);
        longer.set(known.lines);
        known.lines = longer;
      }
      if (known.runs.at(-1)?.file !== file) known.runs.push({ start: known.count, file });
      known.lines[known.count] = line;
      known.count += 1;
    },
    of: (kind, index) => {
      const { lines, runs } = places.get(kind)!;
      const run = runs.findLast(({ start }) => start <= index);
      return { file: run?.file ?? '', line: lines[index] ?? 0 };
    },
  };
};
