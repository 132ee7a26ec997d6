import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendToFile, ownersMode, replaceFile } from '../files/own-file.js';
import { historyOf, readHistoryLines, wholeRecords } from '../history/read-history.js';
import type { History, HistoryRecord } from '../model/history.js';
import { ConfigurationFault } from './operator.js';

/** Begins a history file; only its owner may read it. */
export const beginHistory = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, '', ownersMode);
};

/** Appends a record at once: a crash loses nothing that was sent. */
export const appendTo =
  (file: string) =>
  (record: HistoryRecord): void =>
    appendToFile(file, `${JSON.stringify(record)}\n`);

/** Ends a history file with a whole record and a line feed, whatever a crash left there. */
const mend = (file: string): void => {
  const text = readFileSync(file, 'utf8');
  const whole = wholeRecords(text);
  if (text === `${whole}\n`) return;
  // A file that may not be written to is left as it is.
  appendToFile(file, '');
  truncateSync(file, Buffer.byteLength(whole));
  if (whole !== '') appendToFile(file, '\n');
};

/** Appends to the history of a run that is continued: a last line that was cut short goes first. */
export const appendAfter = (file: string): ((record: HistoryRecord) => void) => {
  let isWhole = false;
  const append = appendTo(file);
  return (record) => {
    if (!isWhole) mend(file);
    isWhole = true;
    append(record);
  };
};

/** A history file as judges read it, and its records. */
export const readHistory = (file: string): readonly [History, readonly HistoryRecord[]] => {
  if (!existsSync(file)) throw new ConfigurationFault(`${file}: there is no such history.`);
  try {
    const records = readHistoryLines(readFileSync(file, 'utf8'));
    return [historyOf(records), records];
  } catch (error) {
    throw new ConfigurationFault(
      `${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};
