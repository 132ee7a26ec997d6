/** Line numbers at four bytes each, growing by doubling. */
export interface LineList {
  readonly add: (line: number) => void;
  readonly taken: () => Uint32Array;
}

/** An empty list. */
export const lineList = (): LineList => {
  let lines = new Uint32Array(16);
  let count = 0;
  return {
    add: (line) => {
      if (count === lines.length) {
        const longer = new Uint32Array(count * 2);
        longer.set(lines);
        lines = longer;
      }
      lines[count] = line;
      count += 1;
    },
    taken: () => lines.subarray(0, count),
  };
};
