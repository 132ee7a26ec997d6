import { ArgumentError } from '@tallyboard/core';
import { failArgument } from '@tallyboard/core/engine';
import { type Clock, type Fetch, type Random, systemClock } from './ports.js';
import type { Progress } from './progress.js';

/** Where a service is, and how to talk to it. */
export interface ClientOptions {
  /** Such as `https://api.example.org`; the path begins with `/v1` after it. */
  readonly baseUrl: string;
  /** The API key; it travels in the header `X-API-KEY` and nowhere else. */
  readonly apiKey: string;
  /** The platform's `fetch` when left out. */
  readonly fetch?: Fetch;
  /** The machine's time when left out. */
  readonly clock?: Clock;
  /** `Math.random` when left out; spreads retries, nothing else. */
  readonly random?: Random;
  /** How often a request is repeated after a network fault or a 5xx; 4 when left out. */
  readonly retriesMax?: number;
  /** How long one request may take, in milliseconds; a minute when left out. */
  readonly requestMsMax?: number;
  /** The longest single wait that the service may ask for, in milliseconds; an hour when left out. */
  readonly waitMsMax?: number;
  /** The largest answer that is read, in bytes; 64 MiB when left out. */
  readonly answerBytesMax?: number;
}

/** What one call may cost, and its listener. */
export interface CallOptions {
  /** The most requests that the call may send, polls and retries included; 20,000 when left out. */
  readonly requestsMax?: number;
  /** The time that the call may take, in milliseconds; no limit when left out. */
  readonly msMax?: number;
  /** Ends the call with the failure `aborted`. */
  readonly signal?: AbortSignal;
  /** Gets every step. What it throws ends the call. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A service with every choice made; holds no state, so any number of calls may share it. */
export type Connection = Required<ClientOptions>;

/** What may stand in a header; a line break would begin a new one. */
const keyPattern = /^[\x21-\x7e]+$/;

const isAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search + url.hash + url.username === '' &&
    !/\/v1\/*$/.test(url.pathname)
  );
};

/**
 * Fills in what was left out. Nothing is sent.
 *
 * @throws ArgumentError - for an address or a key that can never work; the key is not quoted
 */
export const connect = (options: ClientOptions): Connection => {
  if (!isAddress(options.baseUrl)) {
    failArgument(
      'baseUrl',
      options.baseUrl,
      'an address like https://api.example.org; leave /v1 out: the client adds it',
    );
  }
  if (!keyPattern.test(options.apiKey)) {
    throw new ArgumentError(
      'apiKey',
      'not a key (its text is not shown)',
      'letters, digits and signs without spaces',
    );
  }
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return {
    // Called without a receiver, or some platforms refuse.
    fetch: (address, request) => fetch(address, request),
    clock: systemClock,
    random: () => Math.random(),
    retriesMax: 4,
    requestMsMax: 60_000,
    waitMsMax: 3_600_000,
    answerBytesMax: 67_108_864,
    ...options,
    baseUrl,
  };
};
