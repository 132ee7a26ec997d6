import { dayOfInstant, type Facts } from '@tallyboard/core';
import { type Instant } from '@tallyboard/core/vocabulary';
import { createHandler, type MemoryOptions, memoryPorts, type Ports } from '@tallyboard/http';
import { ids, keyOf, now, sampleFacts } from '../../http/src/sample-facts.test-kit.js';
import type { ClientOptions } from './connection.js';
import type { Fetch } from './ports.js';
import type { Progress } from './progress.js';
import { type VirtualTime, virtualTime } from './virtual-time.test-kit.js';

/** What the service was asked, and when. */
export interface Asked {
  readonly at: number;
  readonly address: string;
  readonly body: string | undefined;
}

/** Answers in place of the service, or passes the request on by `null`. */
export type Interposer = (asked: Asked, nth: number) => Response | Promise<Response> | null;

/** A service in this process and in virtual time, with all that a client needs to talk to it. */
export interface TestService {
  readonly time: VirtualTime;
  readonly asked: Asked[];
  readonly heard: Progress[];
  readonly options: ClientOptions;
  readonly onProgress: (progress: Progress) => void;
}

/** How a service behaves. */
export interface TestServiceOptions extends MemoryOptions {
  readonly facts?: Facts;
  readonly ports?: Partial<Ports>;
  readonly instead?: Interposer;
  readonly client?: Partial<ClientOptions>;
}

/** The school of the sample. */
export const { school } = ids;

/** The real adapter over facts, those of the sample when left out. */
export const serveFacts = ({
  facts = sampleFacts,
  instead = () => null,
  client = {},
  ports = {},
  ...memory
}: TestServiceOptions = {}): TestService => {
  const time = virtualTime(memory.now ?? now);
  const today = dayOfInstant(memory.now ?? now);
  const handler = createHandler({
    ...memoryPorts(facts, memory),
    clock: { today: () => today, instant: () => time.now() as Instant },
    ...ports,
  });
  const asked: Asked[] = [];
  const fetch: Fetch = async (address, request) => {
    const ask = { at: time.now(), address, body: request.body };
    asked.push(ask);
    // An interposer may sleep, so time passes while it has the request.
    const other = await instead(ask, asked.length);
    return other ?? time.during(handler(new Request(address, request)));
  };
  const heard: Progress[] = [];
  return {
    time,
    asked,
    heard,
    onProgress: (progress) => heard.push(progress),
    options: {
      baseUrl: 'http://service.test',
      apiKey: keyOf('olga'),
      fetch,
      clock: time,
      random: () => 0.5,
      ...client,
    },
  };
};

/** A JSON answer. */
export const answer = (
  status: number,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response => new Response(JSON.stringify(json), { status, headers });

/** The seconds between one request and the next. */
export const gaps = (asked: readonly Asked[]): readonly number[] =>
  asked.slice(1).map(({ at }, index) => (at - (asked[index]?.at ?? at)) / 1000);
