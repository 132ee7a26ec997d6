import type { History } from '../model/history.js';
import { contentSafety } from '../probes/entries.js';
import type { Family } from '../probes/probe.js';
import { sentEntries, settled } from './metrics-answer.js';

/** What a served MV1 shows: only schools and classrooms are asked for content safety in it. */
export const familyOf = (history: History): Family | null => {
  const answer = settled(history, 'MV1');
  if (answer === null) return null;
  const names = sentEntries(answer.request).map((entry) => entry['name']);
  return names.includes(contentSafety[0]) ? 'school' : 'team';
};
