import { parseMonth } from '@tallyboard/core/vocabulary';
import type { ProbeContext } from './probe.js';

/** What is known of a school before anything is answered, in November 2026, but for some of it. */
export const contextWith = (more: Partial<ProbeContext> = {}): ProbeContext => ({
  organizations: {},
  boards: { readable: [], forbidden: [] },
  month: parseMonth('2026-11')!,
  ...{ family: 'school', seed: 1, rotation: 0, roster: null },
  ...more,
});
