import { tiny } from './entries.js';
import { type Probe, probe } from './probe.js';

/** The smallest request, to a team: served, unlike content safety of it (4.1.9). */
export const smallestOfTeam: Probe = probe({
  id: 'MT0',
  endpoint: 'metrics',
  kind: 'valid',
  target: 'team',
  needs: ['team'],
  says: 'the smallest request, to a team',
  draft: () => ({ body: tiny }),
});
