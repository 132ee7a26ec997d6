import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:http';

/** What connections may take up of a service. */
export interface ServerLimits {
  /** Connections at a time; those beyond are refused. */
  readonly connectionsMax: number;
  /** How long headers may take to arrive, in seconds. */
  readonly headerSeconds: number;
  /** How long a whole request may take to arrive, in seconds. */
  readonly requestSeconds: number;
  /** How long a request and its answer may take together, in seconds. */
  readonly answerSeconds: number;
  /** How long a client may take nothing of an answer that waits for it, in seconds. */
  readonly stalledSeconds: number;
  /** How long a connection is kept without a request, in seconds. */
  readonly idleSeconds: number;
}

/** The defaults; ordinary clients stay far below them. */
export const serverLimits: ServerLimits = {
  connectionsMax: 10_000,
  headerSeconds: 10,
  requestSeconds: 30,
  answerSeconds: 90,
  stalledSeconds: 20,
  // Longer than common proxies keep idle connections, so that none sends into a closing one.
  idleSeconds: 75,
};

/** The limits as Node takes them: it answers 408 and 431, and closes the connection. */
export const serverOptions = (limits: ServerLimits): ServerOptions => ({
  maxHeaderSize: 32_768,
  headersTimeout: limits.headerSeconds * 1000,
  requestTimeout: limits.requestSeconds * 1000,
  keepAliveTimeout: limits.idleSeconds * 1000,
  // How exact these times are.
  connectionsCheckingInterval: 1_000,
});

/** Open files for everything but connections: the files of a store, pages, libraries. */
const ownFiles = 256;

/** Connections that the limit of open files allows: beyond it no file of a store could be opened. Linux alone says it. */
export const connectionsPossible = (): number => {
  try {
    const [, files] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Math.max(Number(files ?? Infinity) - ownFiles, Number(files ?? Infinity) / 2);
  } catch {
    return Infinity;
  }
};
