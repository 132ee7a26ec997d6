import { hash } from 'node:crypto';
import type { HistoryRecord } from '../model/history.js';
import { isObject, parseJson, textOf } from '../model/json.js';

const beginning = '';

const hashOf = (previous: string, record: object): string =>
  hash('sha256', `${previous}\n${JSON.stringify(record)}`);

/** Gives each record a hash over itself and the hash before it, so that no record can be changed alone. */
export const chainAfter = (earlier: readonly HistoryRecord[]) => {
  let previous = earlier.at(-1)?.hash ?? beginning;
  return (record: HistoryRecord): HistoryRecord => {
    previous = hashOf(previous, record);
    return { ...record, hash: previous };
  };
};

/** The first line of a history that is not what was written after the line before; `null` if none. */
export const brokenLine = (text: string): number | null => {
  let previous = beginning;
  if (!text.endsWith('\n')) return text.split('\n').length;
  for (const [index, line] of text.slice(0, -1).split('\n').entries()) {
    const record = parseJson(line);
    if (!isObject(record) || JSON.stringify(record) !== line) return index + 1;
    const { hash: written, ...bare } = record;
    previous = hashOf(previous, bare);
    if (textOf(written) !== previous) return index + 1;
  }
  return null;
};
