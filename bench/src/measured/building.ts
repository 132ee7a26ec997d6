import { readColumns, times } from '../school.js';
import { loadCore } from '../tree.js';

interface Order {
  readonly root: string;
  readonly columns: string;
}

/** The milliseconds that an index of sorted columns takes, the best of some. */
export const build = async ({ root, columns: file }: Order): Promise<number> => {
  const { buildIndex } = await loadCore(root);
  const columns = readColumns(file);
  const taken = [1, 2, 3].map(() => {
    globalThis.gc?.();
    const start = performance.now();
    buildIndex(columns, times);
    return performance.now() - start;
  });
  return Math.min(...taken);
};

const held = async (): Promise<number> => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** The bytes that an index holds once its columns are gone. */
export const memory = async (order: Order & { readonly small: string }): Promise<number> => {
  const { buildIndex } = await loadCore(order.root);
  const make = (file: string) => buildIndex(readColumns(file), times);
  // Compiles what is measured: from here on the process grows by what it holds.
  make(order.small);
  const before = await held();
  const index = make(order.columns);
  const bytes = (await held()) - before;
  return Object.keys(index).length > 0 ? bytes : 0;
};
