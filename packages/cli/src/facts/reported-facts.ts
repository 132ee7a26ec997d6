import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { startProgress } from '../progress.js';
import { type Terminal, VerbRefused } from '../terminal.js';
import { counted, listedProblems, notCompared } from './listed-problems.js';
import { loadFacts } from './load-facts.js';

/**
 * Loads facts and prints progress, a closing line and warnings. Problems end the command.
 */
export const reportedFacts = async (
  paths: readonly string[],
  now: Instant,
  { stderr }: Terminal,
): Promise<Facts> => {
  const started = performance.now();
  const progress = startProgress(stderr, { label: 'Reading facts', things: 'facts' });
  const loaded = await loadFacts(paths, {
    now,
    onProgress: ({ bytesDone, bytesTotal, factsCount }) =>
      progress.report(bytesDone / bytesTotal, factsCount),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if ('problems' in loaded) {
    progress.close(null);
    const { problems, areCompared } = loaded;
    const count = counted(problems.total(), 'problem');
    const more = areCompared ? '' : `\n${notCompared}`;
    throw new VerbRefused(`no facts were loaded: ${count}\n${listedProblems(problems)}${more}`);
  }
  const { facts, warnings } = loaded;
  const count = Object.values(facts).reduce((sum, { length }) => sum + length, 0);
  progress.close(`Read ${counted(count, 'fact')} in ${seconds} s.`);
  if (warnings.total() > 0) {
    stderr.write(`${counted(warnings.total(), 'warning')}; the facts are used all the same:\n`);
    stderr.write(`${listedProblems(warnings)}\n`);
  }
  return facts;
};
