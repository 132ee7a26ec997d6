import type {
  AnsweredRecord,
  BrokenRecord,
  Exchange,
  History,
  HistoryRecord,
  SentRecord,
} from '../model/history.js';
import { isObject, parseJson } from '../model/json.js';

const ofType = <T extends HistoryRecord['type']>(records: readonly HistoryRecord[], type: T) =>
  records.filter(
    (record): record is Extract<HistoryRecord, { readonly type: T }> => record.type === type,
  );

const known = new WeakMap<SentRecord, Exchange>();

/** A run that is continued reads its history again and again: each body is parsed once. */
const exchangeOf = (
  sent: SentRecord,
  answer: AnsweredRecord | null,
  broken: BrokenRecord | null,
): Exchange => {
  const before = known.get(sent);
  if (before?.answer === answer && before.broken === broken) return before;
  const document = answer === null ? undefined : parseJson(answer.body, sent.request.endpoint);
  const exchange = { seq: sent.seq, sent, answer, broken, document };
  known.set(sent, exchange);
  return exchange;
};

/** Records as judges read them. The last calendar and the last end count: a resumed run adds anew. */
export const historyOf = (records: readonly HistoryRecord[]): History => {
  const [run] = ofType(records, 'run');
  if (run === undefined) throw new Error('A history begins with a record of type "run".');
  const answered = new Map(ofType(records, 'answered').map((record) => [record.seq, record]));
  const broken = new Map(ofType(records, 'broken').map((record) => [record.seq, record]));
  return {
    run,
    calendar: ofType(records, 'calendar').at(-1) ?? null,
    exchanges: ofType(records, 'sent').map((sent) =>
      exchangeOf(sent, answered.get(sent.seq) ?? null, broken.get(sent.seq) ?? null),
    ),
    leftOut: ofType(records, 'leftOut'),
    waits: ofType(records, 'wait'),
    end: ofType(records, 'end').at(-1) ?? null,
    records: records.length,
  };
};

const recordOf = (line: string): HistoryRecord | null => {
  const record = parseJson(line);
  return isObject(record) && typeof record['type'] === 'string'
    ? (record as unknown as HistoryRecord)
    : null;
};

/** A history without its last line feed, and without a last line that a crash cut short. */
export const wholeRecords = (text: string): string => {
  const lines = text.trimEnd();
  const lastAt = lines.lastIndexOf('\n') + 1;
  return recordOf(lines.slice(lastAt)) === null ? lines.slice(0, lastAt).trimEnd() : lines;
};

/** Reads the lines of a history. A last line that a crash cut short is left out. */
export const readHistoryLines = (text: string): readonly HistoryRecord[] => {
  const lines = wholeRecords(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const record = recordOf(line);
    if (record === null) throw new Error(`Line ${index + 1} is no record of a history.`);
    return record;
  });
};
