import { connect } from 'node:net';
import type { Instant } from '@tallyboard/core/vocabulary';
import { now, sampleFacts } from '../../../http/src/sample-facts.test-kit.js';
import { type LogLevel, serviceLog } from './observe.js';
import { serverLimits } from './server-limits.js';
import { type StartOptions, startService } from './start-service.js';

/** A line of the log. */
export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A service as the command starts it, and all that it says. */
export interface Started {
  readonly address: string;
  /** Where metrics and probes are; empty when they are nowhere. */
  readonly metricsAddress: string;
  readonly log: () => readonly LogLine[];
  /** Everything that was logged or printed. */
  readonly said: () => string;
  /** Ends the service as a signal does. */
  readonly stop: () => Promise<void>;
}

const listenAt = { host: '127.0.0.1', port: 0 };

/** Starts the sample with all that watches over a service. */
export const startSample = (
  options: Partial<StartOptions> & { readonly level?: LogLevel; readonly now?: Instant } = {},
) => {
  let text = '';
  const { level = 'debug', ...others } = options;
  let isListening: (address: string) => void = () => undefined;
  const listening = new Promise<string>((resolve) => (isListening = resolve));
  let metricsAddress = '';
  const log = serviceLog(level, {
    write: (line) => {
      text += line;
      const { msg, address } = JSON.parse(line) as LogLine;
      if (msg === 'metrics') metricsAddress = new URL(String(address)).origin;
    },
  });
  const served = startService({
    facts: sampleFacts,
    now,
    listenAt,
    metricsAt: listenAt,
    limits: serverLimits,
    drainSeconds: 0,
    shutdownSeconds: 5,
    log,
    print: (line) => {
      text += `${line}\n`;
      isListening(line.replace('listening on ', ''));
    },
    ...others,
  });
  const lines = (): readonly LogLine[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine);
  const started = listening.then(
    (address): Started => ({
      address,
      metricsAddress,
      log: lines,
      said: () => text,
      stop: async () => {
        process.emit('SIGTERM');
        await served;
      },
    }),
  );
  return { started, served, log: lines, metricsAddress: () => metricsAddress };
};

/** Sends bytes as they are on a connection of their own; gives back all that comes until its end. */
export const exchangeRaw = (address: string, ...parts: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });

/** A request as it travels, on a connection that ends with it. */
export const rawRequest = (line: string, headers: readonly string[], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: a.example', 'Connection: close', ...headers, '', body].join('\r\n');

/** Asks a service for a path, or for metrics there, with a key; again while the answer is pending. */
export const asker =
  (address: string, key: string, send: (request: Request) => Promise<Response> = fetch) =>
  async (
    path: string,
    metrics?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }> => {
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
    const sent = metrics === undefined ? {} : { method: 'POST', body: JSON.stringify(metrics) };
    for (;;) {
      const response = await send(new Request(`${address}${path}`, { ...sent, headers }));
      const body: unknown = await response.json();
      if (response.status !== 202) return { status: response.status, body };
    }
  };
