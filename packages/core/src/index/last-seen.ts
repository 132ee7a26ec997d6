import { contentKinds } from '../events/columns.js';
import type { Directory } from './directory.js';
import type { VisitLedger } from './ledger.js';
import type { Timelines } from './timelines.js';

/** When known users were last seen, creating or visiting: one more than the code of the day (2.8). */
export const lastSeenOf = (
  { content, visits }: { readonly content: Timelines; readonly visits: VisitLedger },
  { knownUsers }: Directory,
): Uint16Array => {
  const last = new Uint16Array(knownUsers);
  for (let person = 0; person < knownUsers; person++) {
    let seen = 0;
    for (let kind = 0; kind < contentKinds.length; kind++) {
      const end = content.starts[kind * knownUsers + person + 1]!;
      if (end > content.starts[kind * knownUsers + person]!) {
        seen = Math.max(seen, (content.marks[end - 1]! >>> 1) + 1);
      }
    }
    for (let at = visits.starts[person]!; at < visits.starts[person + 1]!; at++) {
      seen = Math.max(seen, visits.second[at]! + 1);
    }
    last[person] = seen;
  }
  return last;
};
