import { parentPort } from 'node:worker_threads';
import { answeringIndex, buildIndex, type EventColumns } from '@tallyboard/core';
import { mailboxOf } from './mailbox.js';
import { receiveInParts, sendInParts } from './send-in-parts.js';

/*
 * A thread that builds indexes, one after the other. An exception ends it: whoever waits for the index
 * hears of that as the thread's error.
 */
if (parentPort !== null) {
  const mailbox = mailboxOf(parentPort);
  for (;;) {
    const columns = (await receiveInParts(mailbox)) as EventColumns;
    await sendInParts(mailbox, answeringIndex(buildIndex(columns)));
  }
}
