import type { EventColumns } from '@tallyboard/core';

const typedArray = Object.getPrototypeOf(Int32Array) as abstract new () => Int32Array;

const shared = (value: unknown): unknown => {
  if (value instanceof typedArray) {
    const { byteLength, constructor } = value;
    const copy = new (constructor as Int32ArrayConstructor)(new SharedArrayBuffer(byteLength));
    copy.set(value);
    return copy;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shared(part)]));
};

/** The same columns in memory that all threads see, so that they can be built from more than once. */
export const sharedColumns = (columns: EventColumns): EventColumns =>
  shared(columns) as EventColumns;
