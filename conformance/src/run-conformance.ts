import { randomBytes } from 'node:crypto';
import type { Facts, OrganizationType } from '@tallyboard/core/vocabulary';
import { maskOf } from './history/mask.js';
import { historyOf } from './history/read-history.js';
import { requestsPerHour } from './judge/allowance.js';
import { observationsOf } from './judge/evidence.js';
import { familyOf } from './judge/family.js';
import {
  type Boards,
  budgetOf,
  organizationsOf,
  type RunConfiguration,
  type RunSettings,
  recordedOf,
  settingsOf,
  type Target,
} from './model/configuration.js';
import type { EndRecord, History, HistoryRecord, RunRecord } from './model/history.js';
import type { Listener } from './model/progress.js';
import type { Report } from './model/report.js';
import type { TargetName } from './model/request.js';
import { variantName } from './plan/plan.js';
import { probesFor } from './plan/selection.js';
import { probes } from './probes/all-probes.js';
import { perform } from './run/conduct.js';
import { type ExpectedValues, type Ports, runFrom } from './run/run.js';
import { countEarlier } from './run/send.js';
import { boardsIn } from './seeded/expected-records.js';
import { expectedFrom } from './seeded/expected-values.js';
import { readFacts } from './seeded/read-facts.js';
import { suiteVersion } from './suite.js';
import { type Clock, realClock } from './transport/clock.js';
import { type FetchHandler, fetchTransport } from './transport/fetch-transport.js';
import { nodeTransport } from './transport/node-transport.js';
import type { Transport } from './transport/transport.js';
import { reportOf } from './verdicts/report-of.js';

/** What an embedder says about a run; the address or the handler, and whom to ask for, suffice. */
export interface ConformanceOptions extends Partial<RunSettings> {
  /** A service in this process. */
  readonly fetch?: FetchHandler;
  /** A service behind an address. */
  readonly baseUrl?: string;
  /** Organizations with keys; `main` is the one under test. */
  readonly targets: Readonly<Partial<Record<TargetName, Target>>> & { readonly main: Target };
  /** Boards that the main key may read, and boards that it may not. */
  readonly boards?: {
    readonly readable?: readonly string[];
    readonly forbidden?: readonly string[];
  };
  /** Facts that the service answers from, or where they are: figures are then compared exactly. */
  readonly facts?: Facts | string;
  /** Probes to send besides those that decide the rules of `only`, such as `MV1`. */
  readonly again?: readonly string[];
  /** Which variant of probes with several, or `all` of them; the seed when left out. */
  readonly rotation?: number | 'all';
  /** Most requests an hour of each endpoint; 60 when left out. */
  readonly budget?: { readonly metrics?: number; readonly roster?: number };
  /** A virtual clock makes waits take no time; the service must then read the same clock. */
  readonly clock?: Clock;
  /** Sends in another way than over a socket or to `fetch`. */
  readonly transport?: Transport;
  /** Gets the progress of the run. */
  readonly listener?: Listener;
  /** Gets every record of the history as it happens. */
  readonly sink?: (record: HistoryRecord) => void;
  /** The records of a run that is to be continued. */
  readonly resume?: readonly HistoryRecord[];
}

/** What a run gives. */
export interface ConformanceResult {
  /** What was judged; formats are made of it. */
  readonly report: Report;
  /** What was sent and what came back, as judges read it. */
  readonly history: History;
  /** The same as lines to be written to a file. */
  readonly records: readonly HistoryRecord[];
  /**
   * Why a run that was to be resumed was not: its first requests were refused or not answered. The
   * history is then as it was. `null` for every other run.
   */
  readonly notResumed: string | null;
}

const inProcess = 'http://service.test';

/** Boards that were named; else those that facts show. */
const boardsOf = ({ boards, targets }: ConformanceOptions, facts: Facts | null): Boards => {
  const shown = facts === null ? { readable: [], forbidden: [] } : boardsIn(facts, targets.main);
  const [readable = [], forbidden = []] = [boards?.readable, boards?.forbidden];
  return {
    readable: readable.length > 0 ? readable : shown.readable,
    forbidden: forbidden.length > 0 ? forbidden : shown.forbidden,
  };
};

/** Everything about a run with its defaults filled in. */
const configurationOf = (options: ConformanceOptions, facts: Facts | null): RunConfiguration => {
  const settings = settingsOf(options);
  return {
    ...settings,
    baseUrl: options.baseUrl ?? inProcess,
    targets: options.targets,
    boards: boardsOf(options, facts),
    rotation: options.rotation ?? settings.seed,
    facts: typeof options.facts === 'object' ? 'given in process' : (options.facts ?? null),
    budget: budgetOf(settings.allowance, options.budget),
  };
};

const withoutCredentials = (address: string): string => {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href.replace(/\/+$/, '');
};

const runRecord = (
  configuration: RunConfiguration,
  type: OrganizationType | undefined,
  at: number,
): RunRecord => ({
  type: 'run',
  format: 1,
  suiteVersion,
  at: new Date(at).toISOString(),
  baseUrl: withoutCredentials(configuration.baseUrl),
  organizations: organizationsOf(configuration.targets),
  boards: configuration.boards,
  ...recordedOf(configuration),
  rotation: configuration.rotation,
  ...(configuration.allowance === requestsPerHour ? {} : { allowance: configuration.allowance }),
  ...(type === undefined ? {} : { organizationType: type }),
  facts: configuration.facts,
  salt: configuration.keepPii ? null : randomBytes(12).toString('hex'),
});

const factsOf = async ({ facts, listener }: ConformanceOptions): Promise<Facts | null> => {
  if (typeof facts !== 'string') return facts ?? null;
  listener?.({ type: 'computing', what: `the facts of ${facts}` });
  return readFacts(facts);
};

/** Variants of probes that an earlier part of the run settled. */
const settledIn = (history: History): ReadonlySet<string> =>
  // What later probes are made of is not in the history: names are pseudonyms there.
  new Set(
    probes
      .filter((one) => !one.always && !one.learnsBoards)
      .filter((one) => !(one.learnsRoster && one.after.length === 0))
      .flatMap(({ id }) =>
        observationsOf(history, id).flatMap(({ answer }) =>
          answer === null ? [] : [variantName(id, answer.exchange.sent.rotation)],
        ),
      ),
  );

const expectedValues = (
  facts: Facts | null,
  { now, targets }: RunConfiguration,
  salt: string | null,
  { clock, listener }: Ports,
): ExpectedValues => {
  if (facts === null) return () => ({});
  const instant = (): number => (now === null ? clock.now() : Date.parse(now));
  return expectedFrom(facts, instant, targets, salt, listener);
};

/**
 * Runs the suite against a service and judges it: the whole program as one function. A run that is resumed
 * and gets no further than its first requests leaves the history as it was: they say nothing about the
 * rules, and what the earlier part found stays found.
 */
export const runConformance = async (options: ConformanceOptions): Promise<ConformanceResult> => {
  const facts = await factsOf(options);
  const configuration = configurationOf(options, facts);
  const clock = options.clock ?? realClock;
  const mask = maskOf(Object.values(configuration.targets).map(({ key }) => key));
  const { resume = [] } = options;
  const records: HistoryRecord[] = [...resume];
  let isReached = resume.length === 0;
  // What is judged, kept, printed and returned has no key in it.
  const record = (one: HistoryRecord): void => {
    const masked = mask(one);
    records.push(masked);
    if (isReached) options.sink?.(masked);
  };
  const own = facts?.organization.find(({ id }) => id === options.targets.main.org);
  if (resume.length === 0) record(runRecord(configuration, own?.type, clock.now()));
  const earlier = historyOf(records);
  const { salt } = earlier.run;
  const transport = options.fetch === undefined ? nodeTransport : fetchTransport(options.fetch);
  const ports: Ports = {
    transport: options.transport ?? transport,
    clock,
    sink: record,
    listener: (progress) => options.listener?.(mask(progress)),
  };
  const run = runFrom(
    {
      ...{ configuration, ports, salt },
      expected: expectedValues(facts, configuration, salt, ports),
      history: () => historyOf(records),
      selection: probesFor(configuration.only, options.again),
      done: settledIn(earlier),
      reached: () => {
        if (!isReached) for (const one of records.slice(resume.length)) options.sink?.(one);
        isReached = true;
      },
    },
    earlier.exchanges.length,
    familyOf(earlier),
  );
  countEarlier(run, earlier.exchanges);
  const { detail } = await perform(run);
  if (!isReached) records.length = resume.length;
  const history = historyOf(records);
  const notResumed = isReached ? null : mask(detail);
  // A run that was not resumed can be resumed later.
  const end: EndRecord | null =
    notResumed === null
      ? history.end
      : {
          ...{ type: 'end', at: new Date(clock.now()).toISOString() },
          ...{ why: 'unanswered', detail: notResumed },
        };
  return { report: reportOf({ ...history, end }), history, records, notResumed };
};
