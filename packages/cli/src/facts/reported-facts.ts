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
    const { problems, total, areCompared } = loaded;
    const list = listedProblems({ kept: () => problems, total: () => total });
    const more = areCompared ? '' : `\n${notCompared}`;
    throw new VerbRefused(`no facts were loaded: ${counted(total, 'problem')}\n${list}${more}`);
  }
  const count = Object.values(loaded.counts).reduce((sum, kindCount) => sum + kindCount, 0);
  progress.close(`Read ${counted(count, 'fact')} in ${seconds} s.`);
  if (loaded.warningsTotal > 0) {
    stderr.write(`${counted(loaded.warningsTotal, 'warning')}; the facts are used all the same:\n`);
    stderr.write(
      `${listedProblems({ kept: () => loaded.warnings, total: () => loaded.warningsTotal })}\n`,
    );
  }
  return loaded.facts;
};
