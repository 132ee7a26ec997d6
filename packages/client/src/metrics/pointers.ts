import type { Failure, Reason } from '../failure.js';
import type { DraftEntry } from './draft.js';

const pattern = /^\/metrics\/(\d+)/;

/** A reason whose pointer leads into the request of the caller, not into the part that was sent. */
const pointed = (reason: Reason, entries: readonly DraftEntry[]): Reason => {
  const pointer = reason.source?.['pointer'] ?? '';
  const index = entries[Number(pattern.exec(pointer)?.[1] ?? -1)]?.index;
  return index === undefined
    ? reason
    : { ...reason, source: { pointer: pointer.replace(pattern, `/metrics/${index}`) } };
};

/** A failure of a part as one of the whole request: positions are those of the caller. */
export const inRequest = (failure: Failure, entries: readonly DraftEntry[]): Failure =>
  failure.kind === 'refused'
    ? { ...failure, reasons: failure.reasons.map((reason) => pointed(reason, entries)) }
    : failure;
