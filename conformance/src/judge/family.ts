import type { History } from '../model/history.js';
import { contentSafety } from '../probes/entries.js';
import type { Family } from '../probes/probe.js';
import { sentEntries, settled } from './metrics-answer.js';

/** What facts say; without them what a served MV1 shows: it asks no team for content safety. */
export const familyOf = (history: History): Family | null => {
  const { organizationType } = history.run;
  if (organizationType !== undefined) return organizationType === 'team' ? 'team' : 'school';
  const answer = settled(history, 'MV1');
  if (answer === null) return null;
  const names = new Set(sentEntries(answer.request).map((entry) => entry['name']));
  return contentSafety.some((name) => names.has(name)) ? 'school' : 'team';
};
