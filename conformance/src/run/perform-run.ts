import type { Facts } from '@tallyboard/core/vocabulary';
import { historyOf } from '../history/read-history.js';
import { spending } from '../judge/allowance.js';
import { observationOf } from '../judge/evidence.js';
import { familyOf } from '../judge/family.js';
import { rotationsIn } from '../judge/rotations.js';
import type { RunConfiguration } from '../model/configuration.js';
import type { HistoryRecord } from '../model/history.js';
import { probesFor } from '../plan/selection.js';
import { probes } from '../probes/all-probes.js';
import { expectedFrom, nothingExpected } from '../seeded/expected-values.js';
import { cutDown } from '../smallest.js';
import { type Asking, askBeside, leaveUnasked, leftFor, placeOf } from './asking.js';
import { conduct, type Unsettled } from './conduct.js';
import { confirmContradictions } from './confirm.js';
import { secondsToWait } from './quota-check.js';
import type { ExpectedValues } from './records.js';
import { type Ending, openSession, type Ports } from './session.js';

/** What a run is performed with. */
export interface Performance {
  readonly configuration: RunConfiguration;
  readonly facts: Facts | null;
  /** The history so far. */
  readonly records: () => readonly HistoryRecord[];
  readonly ports: Ports;
}

/** Variants of probes that an earlier part of the run settled. */
const settledPlaces = (records: readonly HistoryRecord[]): ReadonlySet<string> => {
  const history = historyOf(records);
  // What later probes are made of is not in the history: names are pseudonyms there.
  return new Set(
    probes
      .filter((one) => !one.always && !one.learnsBoards)
      .filter((one) => !(one.learnsRoster && one.after.length === 0))
      .flatMap(({ id }) =>
        rotationsIn(history, [id]).flatMap((view) => {
          const { answer } = observationOf(view, id);
          return answer === null ? [] : [placeOf(id, answer.exchange.sent.rotation)];
        }),
      ),
  );
};

const expectedValues = (
  { configuration, facts, ports }: Performance,
  salt: string | null,
): ExpectedValues => {
  if (facts === null) return nothingExpected;
  const { now: fixed, targets } = configuration;
  const now = (): number => (fixed === null ? ports.clock.now() : Date.parse(fixed));
  return expectedFrom({ facts, now, targets }, salt, ports.listener);
};

/** A sink that keeps records back until it is opened. */
const heldSink = (sink: Ports['sink']) => {
  const held: HistoryRecord[] = [];
  let isOpen = false;
  return {
    sink: (record: HistoryRecord): void => {
      if (isOpen) sink(record);
      else held.push(record);
    },
    open: (): void => {
      isOpen = true;
      for (const record of held.splice(0)) sink(record);
    },
  };
};

/**
 * Sends what is still to be sent and appends it to the history, with its end. A run that is resumed and
 * gets no further than its first requests appends nothing: they say nothing about the rules, and what
 * the earlier part found stays found. Gives why it was not resumed, or `null`.
 */
export const performRun = async (performance: Performance): Promise<Ending | null> => {
  const { configuration, records } = performance;
  const earlier = historyOf(records());
  const { salt } = earlier.run;
  const isResumed = earlier.exchanges.length > 0;
  const done = isResumed ? settledPlaces(records()) : new Set<string>();
  const held = heldSink(performance.ports.sink);
  if (!isResumed) held.open();
  const ports = { ...performance.ports, sink: held.sink };
  const asking: Asking = {
    configuration,
    session: openSession(
      configuration,
      ports,
      salt,
      expectedValues(performance, salt),
      earlier.exchanges.length + 1,
    ),
    knowledge: {
      calendar: null,
      family: familyOf(earlier),
      roster: null,
      rosterDue: null,
      boards: [],
    },
    isTypeKnown: earlier.run.organizationType !== undefined,
    selection: probesFor(configuration.only),
    done,
    asked: new Set(),
    waiting: [],
    patienceMs: configuration.maxWaitSeconds * 1000,
    lacksAllowance: false,
  };
  const ending = await conduct(asking, {
    reached: held.open,
    leftForLater: () => unsettled(records(), asking.selection),
    lastRetryAfter: () => lastRetryAfter(records()),
    confirmContradictions: () => confirmContradictions(asking, () => historyOf(records())),
    cutDownFailures: () =>
      cutDown({
        history: () => historyOf(records()),
        left: (request) => leftFor(asking, request),
        send: (request, seq) => askBeside(asking, request, 'reduce', { reduces: seq }),
        most: configuration.reduceMax,
      }),
  });
  if (isResumed && ending.why === 'smoke') return ending;
  const settled = [...done].map((place) => place.split(' ')[0]);
  const isDone = (probe: string): boolean => settled.includes(probe);
  for (const probe of probes) {
    if (!asking.asked.has(probe.id) && !isDone(probe.id)) {
      leaveUnasked(asking, probe, ending.detail);
    }
  }
  const at = new Date(ports.clock.now()).toISOString();
  ports.sink({ type: 'end', at, ...ending });
  return null;
};

/** Probes that another hour could settle: left out for the budget, refused, or still pending. */
const unsettled = (
  records: readonly HistoryRecord[],
  selection: ReadonlySet<string> | null,
): Unsettled => {
  const history = historyOf(records);
  const reasons = probes
    .filter((one) => one.kind !== 'open')
    .filter((one) => selection === null || selection.has(one.id))
    .flatMap(({ id }) => rotationsIn(history, [id]).map((view) => observationOf(view, id)))
    .map(({ why }) => why?.reason);
  const count = (reason: 'quota' | 'pending') => reasons.filter((one) => one === reason).length;
  return { quota: count('quota'), pending: count('pending') };
};

const lastRetryAfter = (records: readonly HistoryRecord[]): number | null => {
  const answers = spending(historyOf(records), 'metrics');
  const refused = answers.findLast((answer) => answer.status === 429);
  return refused === undefined ? null : secondsToWait(refused);
};
