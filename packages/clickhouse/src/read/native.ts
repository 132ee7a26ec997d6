/*
 * ClickHouse's own format of columns: blocks, each with its number of columns and rows, and for each
 * column its name, its type and its values one after the other. Numbers are copied as they lie.
 */

const arrays = {
  UInt8: Uint8Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Float64: Float64Array,
} as const;

type NumberType = keyof typeof arrays;
type ArrayOf<T extends NumberType> = InstanceType<(typeof arrays)[T]>;

/** The columns of a result by name, with the type of each. */
export type ColumnTypes = Readonly<Record<string, NumberType>>;

/** What is read: an array for each column. */
export type ReadColumns<T extends ColumnTypes> = {
  readonly [C in keyof T]: ArrayOf<T[C]>;
};

/** Reads numbers and texts from pieces, and waits for those that have not arrived. */
const readerOf = (pieces: AsyncIterable<Uint8Array>) => {
  const source = pieces[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let at = 0;
  const arrive = async (length: number): Promise<boolean> => {
    if (held.length - at >= length) return true;
    const parts: Uint8Array[] = [held.subarray(at)];
    let size = held.length - at;
    while (size < length) {
      const next = await source.next();
      if (next.done === true) break;
      parts.push(next.value);
      size += next.value.length;
    }
    held = Buffer.concat(parts);
    at = 0;
    return size >= length;
  };
  const take = async (length: number): Promise<Buffer> => {
    if (!(await arrive(length))) throw new RangeError('the result broke off');
    at += length;
    return held.subarray(at - length, at);
  };
  const varint = async (): Promise<number> => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = (await take(1))[0]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  return {
    isAtEnd: async () => !(await arrive(1)),
    varint,
    take,
    text: async () => (await take(await varint())).toString(),
  };
};

/** A column whose number of rows is not known before its end. */
const growing = <T extends NumberType>(type: T) => {
  const of = arrays[type];
  let values = new of(0);
  let size = 0;
  return {
    push: (bytes: Uint8Array): void => {
      const end = size + bytes.length / of.BYTES_PER_ELEMENT;
      if (end > values.length) {
        const wider = new of(Math.max(end, 2 * values.length));
        wider.set(values.subarray(0, size));
        values = wider;
      }
      new Uint8Array(values.buffer).set(bytes, size * of.BYTES_PER_ELEMENT);
      size = end;
    },
    done: () => values.subarray(0, size) as ArrayOf<T>,
  };
};

/** Reads a result in the format Native whose columns are numbers, block by block as it arrives. */
export const readNative = async <T extends ColumnTypes>(
  pieces: AsyncIterable<Uint8Array>,
  types: T,
): Promise<ReadColumns<T>> => {
  const columns = Object.entries(types).map(([name, type]) => [name, growing(type)] as const);
  const byName = new Map(columns);
  const reader = readerOf(pieces);
  while (!(await reader.isAtEnd())) {
    const [width, rows] = [await reader.varint(), await reader.varint()];
    for (let column = 0; column < width; column++) {
      const [name, type] = [await reader.text(), await reader.text()];
      const wanted = types[name];
      if (wanted !== type) throw new TypeError(`the column ${name} is a ${type}`);
      byName.get(name)!.push(await reader.take(rows * arrays[wanted].BYTES_PER_ELEMENT));
    }
  }
  return Object.fromEntries(
    columns.map(([name, column]) => [name, column.done()]),
  ) as unknown as ReadColumns<T>;
};
