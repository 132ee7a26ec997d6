/*
 * ClickHouse's own format of columns: blocks, each with its number of columns and rows, and for each
 * column its name, its type and its values one after the other. Numbers are copied as they lie.
 */

const arrays = {
  Int8: Int8Array,
  UInt8: Uint8Array,
  Int16: Int16Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Int64: BigInt64Array,
  UInt64: BigUint64Array,
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

/** One row of a result. Whole numbers are exact up to 2^53. */
export type Row = Readonly<Record<string, unknown>>;

const brokeOff = () => new RangeError('the result broke off');

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
    if (!(await arrive(length))) throw brokeOff();
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
  /** The next text; `null` while it has not arrived whole. */
  const arrivedText = (): string | null => {
    let [length, scale, start] = [0, 1, at];
    for (;;) {
      const byte = held[start++];
      if (byte === undefined) return null;
      length += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      scale *= 128;
    }
    if (start + length > held.length) return null;
    at = start + length;
    return held.toString('utf8', start, at);
  };
  const texts = async (count: number): Promise<readonly string[]> => {
    const found: string[] = [];
    while (found.length < count) {
      const text = arrivedText();
      if (text !== null) found.push(text);
      else if (!(await arrive(held.length - at + 1))) throw brokeOff();
    }
    return found;
  };
  return { isAtEnd: async () => !(await arrive(1)), varint, take, texts };
};

type Reader = ReturnType<typeof readerOf>;

const isNumber = (type: string): type is NumberType => type in arrays;

/** The values of a column in one block. */
const readValues = async (
  reader: Reader,
  type: string,
  rows: number,
): Promise<readonly unknown[]> => {
  if (type === 'String') return reader.texts(rows);
  if (isNumber(type)) {
    const of = arrays[type];
    const values = new of(rows);
    new Uint8Array(values.buffer).set(await reader.take(values.byteLength));
    return Array.from<bigint | number, number>(values, Number);
  }
  const [, outer, inner = ''] = /^(Nullable|Array)\((.*)\)$/.exec(type) ?? [];
  if (outer === 'Nullable') {
    const isNull = Uint8Array.from(await reader.take(rows));
    const values = await readValues(reader, inner, rows);
    return values.map((value, row) => (isNull[row] === 1 ? null : value));
  }
  if (outer !== 'Array') throw new TypeError(`a column is a ${type}`);
  const ends = (await readValues(reader, 'UInt64', rows)) as readonly number[];
  const values = await readValues(reader, inner, ends.at(-1) ?? 0);
  return ends.map((end, row) => values.slice(ends[row - 1] ?? 0, end));
};

/** Reads the head of each column, and then its values, block by block as they arrive. */
const eachColumn = async (
  pieces: AsyncIterable<Uint8Array>,
  read: (reader: Reader, name: string, type: string, rows: number) => Promise<void>,
  endBlock: (rows: number) => void = () => undefined,
): Promise<void> => {
  const reader = readerOf(pieces);
  while (!(await reader.isAtEnd())) {
    const [width, rows] = [await reader.varint(), await reader.varint()];
    for (let column = 0; column < width; column++) {
      const [name, type] = await reader.texts(2);
      await read(reader, name!, type!, rows);
    }
    endBlock(rows);
  }
};

/** Reads a result in the format Native as rows. */
export const nativeRows = async (pieces: AsyncIterable<Uint8Array>): Promise<readonly Row[]> => {
  const found: Row[] = [];
  let columns: (readonly [name: string, values: readonly unknown[]])[] = [];
  await eachColumn(
    pieces,
    async (reader, name, type, rows) => {
      columns.push([name, await readValues(reader, type, rows)]);
    },
    (rows) => {
      for (let row = 0; row < rows; row++) {
        const one: Record<string, unknown> = {};
        for (const [name, values] of columns) one[name] = values[row];
        found.push(one);
      }
      columns = [];
    },
  );
  return found;
};

/** Reads a result in the format Native whose columns are numbers. */
export const nativeColumns = async <T extends ColumnTypes>(
  pieces: AsyncIterable<Uint8Array>,
  types: T,
): Promise<ReadColumns<T>> => {
  const parts = new Map(Object.keys(types).map((name) => [name, [] as Uint8Array[]]));
  let size = 0;
  await eachColumn(
    pieces,
    async (reader, name, type, rows) => {
      const wanted = types[name];
      if (wanted !== type) throw new TypeError(`the column ${name} is a ${type}`);
      parts.get(name)!.push(await reader.take(rows * arrays[wanted].BYTES_PER_ELEMENT));
    },
    (rows) => {
      size += rows;
    },
  );
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const values = new arrays[type](size);
      const bytes = new Uint8Array(values.buffer);
      let at = 0;
      for (const part of parts.get(name)!) {
        bytes.set(part, at);
        at += part.length;
      }
      return [name, values];
    }),
  ) as unknown as ReadColumns<T>;
};
