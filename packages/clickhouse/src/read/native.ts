/*
 * ClickHouse's own format of columns: blocks, each with its number of columns and rows, and for each
 * column its name, its type and its values one after the other. Numbers are taken as they lie.
 */

const arrays = {
  UInt8: Uint8Array,
  UInt16: Uint16Array,
  Int32: Int32Array,
  UInt32: Uint32Array,
  Float64: Float64Array,
} as const;

type NumberType = keyof typeof arrays;
type AnyArray = InstanceType<(typeof arrays)[NumberType]>;

/** The columns of a result by name, with the type of each. */
export type ColumnTypes = Readonly<Record<string, NumberType>>;

/** What is read: an array for each column. */
export type ReadColumns<T extends ColumnTypes> = {
  readonly [C in keyof T]: InstanceType<(typeof arrays)[T[C]]>;
};

/** Reads numbers and texts from a place that moves on. */
const readerOf = (bytes: Buffer) => {
  let at = 0;
  const varint = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('the result broke off');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('the result broke off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  return { isAtEnd: () => at >= bytes.length, varint, take, text: () => take(varint()).toString() };
};

const joined = (type: NumberType, parts: readonly Buffer[]): AnyArray => {
  const of = arrays[type];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new of(whole.buffer, 0, length / of.BYTES_PER_ELEMENT);
};

/** Reads a result in the format Native whose columns are numbers. */
export const readNative = <T extends ColumnTypes>(bytes: Buffer, types: T): ReadColumns<T> => {
  const names = Object.keys(types);
  const parts = new Map<string, Buffer[]>(names.map((name) => [name, []]));
  const reader = readerOf(bytes);
  while (!reader.isAtEnd()) {
    const columns = reader.varint();
    const rows = reader.varint();
    for (let column = 0; column < columns; column++) {
      const [name, type] = [reader.text(), reader.text()];
      if (types[name] !== type) throw new TypeError(`the column ${name} is a ${type}`);
      const { BYTES_PER_ELEMENT } = arrays[type];
      parts.get(name)?.push(reader.take(rows * BYTES_PER_ELEMENT));
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, joined(types[name]!, parts.get(name) ?? [])]),
  ) as unknown as ReadColumns<T>;
};
