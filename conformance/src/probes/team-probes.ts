import { contentSafety, entry } from './entries.js';
import { tiny } from './metrics-rejected.js';
import { type Probe, probe, variant } from './probe.js';

/** Content safety on a team, one metric each: refused (4.1.9). */
export const teamProbes: readonly Probe[] = [
  probe({
    id: 'MT0',
    endpoint: 'metrics',
    kind: 'valid',
    target: 'team',
    says: 'the smallest request, to a team',
    draft: () => ({ body: tiny }),
  }),
  ...contentSafety.map((name, index) =>
    probe({
      id: `MT${index + 1}`,
      endpoint: 'metrics',
      kind: 'rejection',
      target: 'team',
      says: `${name} of a team`,
      // Alone, or beside what a team has: the whole call is refused.
      draft: (context) => ({
        body: { metrics: variant([[...tiny.metrics, entry(name)], [entry(name)]], context) },
      }),
      sound: () => ({ body: tiny }),
    }),
  ),
];
