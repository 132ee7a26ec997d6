import { entry, tiny } from '../probes/entries.js';
import { probe, variant } from '../probes/probe.js';
import { type Refusal, refusalOf } from './refusal.js';

const rows = [
  ['4.1-R9a', 'MT1', 'scannedItemCount'],
  ['4.1-R9b', 'MT2', 'scannedItemCountByType'],
  ['4.1-R9c', 'MT3', 'avgScanTimeMs'],
  ['4.1-R9d', 'MT4', 'flaggedItemCount'],
  ['4.1-R9e', 'MT5', 'flaggedItemCountByCategory'],
  ['4.1-R9f', 'MT6', 'moderationCatchRatePercent'],
] as const;

/** Content safety of a team, one metric each (4.1.9). */
export const teamRefusals: readonly Refusal[] = rows.map(([point, id, name]) =>
  refusalOf(
    [point, id, `${name} of a team is refused.`],
    probe({
      id,
      endpoint: 'metrics',
      kind: 'rejection',
      target: 'team',
      needs: ['team'],
      says: `${name} of a team`,
      // Alone, or beside what a team has: the whole call is refused.
      draft: (context) => ({
        body: { metrics: variant([[...tiny.metrics, entry(name)], [entry(name)]], context) },
      }),
      sound: () => ({ body: tiny }),
    }),
  ),
);
