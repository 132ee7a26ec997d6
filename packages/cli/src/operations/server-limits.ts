import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:http';

/** What connections may take up of a service. */
export interface ServerLimits {
  /** Connections at a time; those beyond are refused. */
  readonly connectionsMax: number;
  /** Room for an address and headers together, in bytes. */
  readonly headerBytesMax: number;
  /** How long headers may take to arrive, in seconds. */
  readonly headerSeconds: number;
  /** How long a whole request may take to arrive, in seconds. */
  readonly requestSeconds: number;
  /** How long a whole answer may take from the arrival of its request's headers, in seconds. */
  readonly answerSeconds: number;
  /** How long a client may take nothing of an answer that waits for it, in seconds. */
  readonly stalledSeconds: number;
  /** How long a connection is kept on which nothing is asked, in seconds. */
  readonly idleSeconds: number;
}

/** The defaults; ordinary clients stay far below them. */
export const serverLimits: ServerLimits = {
  connectionsMax: 10_000,
  headerBytesMax: 32_768,
  headerSeconds: 10,
  requestSeconds: 30,
  answerSeconds: 90,
  stalledSeconds: 20,
  // Longer than common proxies keep idle connections, so that none sends into a closing one.
  idleSeconds: 75,
};

/** How often Node looks for requests that take too long, which is how exact these limits are. */
const checkEveryMs = 1_000;

/** The limits as Node wants them. */
export const limitingOptions = (limits: ServerLimits): ServerOptions => ({
  // Checked by us, so that the refusal has the form of every other error.
  requireHostHeader: false,
  maxHeaderSize: limits.headerBytesMax,
  headersTimeout: limits.headerSeconds * 1000,
  requestTimeout: limits.requestSeconds * 1000,
  keepAliveTimeout: limits.idleSeconds * 1000,
  connectionsCheckingInterval: checkEveryMs,
});

/** Open files that are kept for everything but connections: the files of a store, pages, libraries. */
const ownFiles = 256;

/** Connections that leave enough of so many open files. */
export const connectionsWithin = (openFiles: number): number =>
  Math.max(openFiles - ownFiles, Math.floor(openFiles / 2));

/**
 * Connections that the limit of open files allows. Beyond it no file could be opened either, and a module
 * that Node failed to read once cannot be loaded until the next start. Systems other than Linux do not say.
 */
export const connectionsPossible = (): number => {
  try {
    const said = readFileSync('/proc/self/limits', 'utf8');
    const [, openFiles] = /^Max open files +(\d+)/m.exec(said) ?? [];
    return openFiles === undefined
      ? Number.POSITIVE_INFINITY
      : connectionsWithin(Number(openFiles));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};
