import { parentPort } from 'node:worker_threads';
import { buildIndex, type EventColumns, type IndexTimes } from '@tallyboard/core';
import { mailboxOf } from './mailbox.js';
import { receiveInParts, sendInParts } from './send-in-parts.js';

/*
 * A thread that builds indexes, one after the other. An exception ends it: whoever waits for the index
 * hears of that as the thread's error.
 */

/** What a thread is asked for. */
interface WantedIndex {
  readonly columns: EventColumns;
  readonly times: IndexTimes;
}

if (parentPort !== null) {
  const mailbox = mailboxOf(parentPort);
  for (;;) {
    const { columns, times } = (await receiveInParts(mailbox)) as WantedIndex;
    await sendInParts(mailbox, buildIndex(columns, times));
  }
}
