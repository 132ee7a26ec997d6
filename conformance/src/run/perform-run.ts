import type { Facts } from '@tallyboard/core/vocabulary';
import { historyOf } from '../history/read-history.js';
import { observationsOf } from '../judge/evidence.js';
import { familyOf } from '../judge/family.js';
import type { RunConfiguration } from '../model/configuration.js';
import type { History, HistoryRecord } from '../model/history.js';
import { probesFor } from '../plan/selection.js';
import { probes } from '../probes/all-probes.js';
import { expectedFrom, nothingExpected } from '../seeded/expected-values.js';
import { type Asking, leaveUnasked, placeOf } from './asking.js';
import { conduct } from './conduct.js';
import type { Ending, ExpectedValues, Ports } from './session.js';

/** What a run is performed with. */
export interface Performance {
  readonly configuration: RunConfiguration;
  readonly facts: Facts | null;
  /** The history so far. */
  readonly records: () => readonly HistoryRecord[];
  readonly ports: Ports;
}

/** Variants of probes that an earlier part of the run settled. */
const settledPlaces = (history: History): ReadonlySet<string> =>
  // What later probes are made of is not in the history: names are pseudonyms there.
  new Set(
    probes
      .filter((one) => !one.always && !one.learnsBoards)
      .filter((one) => !(one.learnsRoster && one.after.length === 0))
      .flatMap(({ id }) =>
        observationsOf(history, id).flatMap(({ answer }) =>
          answer === null ? [] : [placeOf(id, answer.exchange.sent.rotation)],
        ),
      ),
  );

const expectedValues = (
  { configuration, facts, ports }: Performance,
  salt: string | null,
): ExpectedValues => {
  if (facts === null) return nothingExpected;
  const { now: fixed, targets } = configuration;
  const now = (): number => (fixed === null ? ports.clock.now() : Date.parse(fixed));
  return expectedFrom({ facts, now, targets }, salt, ports.listener);
};

/**
 * Sends what is still to be sent and appends it to the history, with its end. A run that is resumed and
 * gets no further than its first requests appends nothing: they say nothing about the rules, and what
 * the earlier part found stays found. Gives why it was not resumed, or `null`.
 */
export const performRun = async (performance: Performance): Promise<Ending | null> => {
  const { configuration, ports, records } = performance;
  const earlier = historyOf(records());
  const { salt } = earlier.run;
  const isResumed = earlier.exchanges.length > 0;
  const done = isResumed ? settledPlaces(earlier) : new Set<string>();
  let held: HistoryRecord[] | null = isResumed ? [] : null;
  const sink = (record: HistoryRecord): void => {
    if (held === null) ports.sink(record);
    else held.push(record);
  };
  const asking: Asking = {
    configuration,
    session: {
      configuration,
      ports: { ...ports, sink },
      salt,
      expected: expectedValues(performance, salt),
      sent: new Map(),
      seq: earlier.exchanges.length + 1,
      exhausted: new Set(),
      unanswered: 0,
      answeringMs: 0,
      ending: null,
    },
    knowledge: {
      calendar: null,
      family: familyOf(earlier),
      roster: null,
      rosterDue: null,
      boards: [],
    },
    history: () => historyOf(records()),
    reached: () => {
      for (const record of held ?? []) ports.sink(record);
      held = null;
    },
    isTypeKnown: earlier.run.organizationType !== undefined,
    selection: probesFor(configuration.only),
    done,
    asked: new Set(),
    waiting: [],
    patienceMs: configuration.maxWaitSeconds * 1000,
    lacksAllowance: false,
  };
  const ending = await conduct(asking);
  if (isResumed && ending.why === 'smoke') return ending;
  const settled = new Set([...done].map((place) => place.split(' ')[0]));
  for (const probe of probes) {
    if (!asking.asked.has(probe.id) && !settled.has(probe.id))
      leaveUnasked(asking, probe, ending.detail);
  }
  sink({ type: 'end', at: new Date(ports.clock.now()).toISOString(), ...ending });
  return null;
};
