/** As much of a message port or worker as messages in parts need. */
export interface Port {
  readonly postMessage: (message: unknown, transfer?: ArrayBuffer[]) => void;
  readonly on: (event: 'message', listener: (message: unknown) => void) => unknown;
}

/** A port whose messages are taken one at a time; those that come early are kept. */
export interface Mailbox {
  readonly post: (message: unknown, transfer?: ArrayBuffer[]) => void;
  readonly next: () => Promise<unknown>;
}

/** The only reader of a port from now on. */
export const mailboxOf = (port: Port): Mailbox => {
  const early: unknown[] = [];
  const readers: ((message: unknown) => void)[] = [];
  port.on('message', (message) => {
    const reader = readers.shift();
    if (reader === undefined) early.push(message);
    else reader(message);
  });
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer),
    next: () =>
      early.length > 0
        ? Promise.resolve(early.shift())
        : new Promise((resolve) => readers.push(resolve)),
  };
};
