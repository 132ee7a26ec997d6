import type { History } from '../model/history.js';
import { contentSafety } from '../probes/entries.js';
import { metrics } from '../probes/metrics-valid.js';
import type { Family } from '../probes/probe.js';
import { answersTo, isServed } from './evidence.js';
import { sentEntries } from './metrics/answer.js';

/** What facts say; without them what a served request for everything shows: it asks no team for content safety. */
export const familyOf = (history: History): Family | null => {
  const { organizationType } = history.run;
  if (organizationType !== undefined) return organizationType === 'team' ? 'team' : 'school';
  const answer = answersTo(history, metrics.everything.id).findLast(isServed);
  if (answer === undefined) return null;
  const names = new Set(sentEntries(answer.request).map((entry) => entry['name']));
  return contentSafety.some((name) => names.has(name)) ? 'school' : 'team';
};
