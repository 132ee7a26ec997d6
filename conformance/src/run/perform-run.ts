import type { Facts } from '@tallyboard/core/vocabulary';
import { historyOf } from '../history/read-history.js';
import { familyOf } from '../judge/family.js';
import { allAnswers, sightOf } from '../judge/sight.js';
import type { RunConfiguration } from '../model/configuration.js';
import type { HistoryRecord } from '../model/history.js';
import { probesFor } from '../plan/selection.js';
import { probes } from '../probes/all-probes.js';
import { foresightOf, noForesight } from '../seeded/foresight.js';
import { ownFacts } from '../seeded/own-facts.js';
import { type Foresight, openAsking } from './asking.js';
import { conduct } from './conduct.js';
import type { Knowledge } from './knowledge.js';
import { openSession, type Ports } from './session.js';

/** What a run is performed with. */
export interface Performance {
  readonly configuration: RunConfiguration;
  readonly facts: Facts | null;
  /** The history so far. */
  readonly records: () => readonly HistoryRecord[];
  readonly ports: Ports;
}

/** Probes that an earlier part of the run settled. */
const settledProbes = (records: readonly HistoryRecord[]): ReadonlySet<string> => {
  const history = historyOf(records);
  // What later probes are made of is not in the history: names are pseudonyms there.
  return new Set(
    probes
      .map(({ id }) => id)
      .filter((id) => !['AU12', 'MV1', 'RV2'].includes(id) && sightOf(history, id).seen),
  );
};

const foresight = (
  { configuration, facts, ports }: Performance,
  salt: string | null,
): Foresight => {
  const main = configuration.targets.main;
  if (facts === null || main === undefined) return noForesight;
  const now = configuration.now === null ? ports.clock.now() : Date.parse(configuration.now);
  return foresightOf(ownFacts(facts, main.org), main.org, now, salt);
};

/** Sends what is still to be sent and appends it to the history, with its end. */
export const performRun = async (performance: Performance): Promise<void> => {
  const { configuration, records, ports } = performance;
  const earlier = historyOf(records());
  const { salt } = earlier.run;
  const done = earlier.exchanges.length === 0 ? new Set<string>() : settledProbes(records());
  const session = openSession(configuration, ports, salt, earlier.exchanges.length + 1);
  const knowledge: Knowledge = {
    calendar: null,
    family: familyOf(earlier) ?? 'school',
    roster: null,
  };
  const selection = probesFor(configuration.only);
  const selected = (id: string): boolean => selection === null || selection.has(id);
  const asking = openAsking(
    configuration,
    session,
    knowledge,
    foresight(performance, salt),
    done,
    selected,
  );
  const parts = { configuration, session, asking, knowledge };
  const ending = await conduct(
    parts,
    () => unsettled(records(), selected),
    () => lastRetryAfter(records()),
  );
  for (const probe of probes) {
    if (!asking.isAsked(probe.id) && !done.has(probe.id)) asking.leaveOut(probe, ending.detail);
  }
  const at = new Date(ports.clock.now()).toISOString();
  ports.sink({ type: 'end', at, ...ending });
};

/** Probes that another hour could settle: left out for the budget, refused, or still pending. */
const unsettled = (
  records: readonly HistoryRecord[],
  selected: (id: string) => boolean,
): readonly string[] => {
  const history = historyOf(records);
  return probes
    .filter((one) => one.kind !== 'open' && selected(one.id))
    .map(({ id }) => sightOf(history, id))
    .flatMap((sight) => (sight.seen ? [] : [String(sight.why.reason)]))
    .filter((reason) => ['quota', 'pending'].includes(reason));
};

const lastRetryAfter = (records: readonly HistoryRecord[]): number | null => {
  const refused = allAnswers(historyOf(records)).findLast((answer) => answer.status === 429);
  const seconds = Number(refused?.headers.get('retry-after'));
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
};
