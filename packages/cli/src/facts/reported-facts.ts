import type { Facts, Instant } from '@tallyboard/core/vocabulary';
import { type FactsProblem, formatProblem } from '@tallyboard/store';
import { startProgress } from '../progress.js';
import { type Terminal, VerbRefused } from '../terminal.js';
import { loadFacts } from './load-facts.js';

const grouped = (count: number): string => count.toLocaleString('en-US');

/** Problems for a person, and how many more there are than shown. */
const listed = (problems: readonly FactsProblem[], total: number): string => {
  const more = total - problems.length;
  const lines = problems.map((problem) => `  ${formatProblem(problem)}`);
  return [...lines, ...(more > 0 ? [`  and ${grouped(more)} more`] : [])].join('\n');
};

/**
 * Loads facts and tells of it as it goes: progress, then warnings and a closing line. Problems end
 * the verb.
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
    const problems = `${grouped(loaded.total)} problem${loaded.total === 1 ? '' : 's'}`;
    throw new VerbRefused(
      `no facts were loaded: ${problems}\n${listed(loaded.problems, loaded.total)}`,
    );
  }
  const count = Object.values(loaded.counts).reduce((sum, kindCount) => sum + kindCount, 0);
  progress.close(`Read ${grouped(count)} facts in ${seconds} s.`);
  if (loaded.warningsTotal > 0) {
    const total = grouped(loaded.warningsTotal);
    stderr.write(`warning: odd, and taken as they are (${total}):\n`);
    stderr.write(`${listed(loaded.warnings, loaded.warningsTotal)}\n`);
  }
  return loaded.facts;
};
