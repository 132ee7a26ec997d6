import { excludeFacts, type FoundFault, findErrors, findWarnings } from './find-faults.js';
import type { ImportWork } from './import-work.js';
import { type Merge, mergeFacts } from './merge.js';
import { problemPlaces } from './problem-places.js';
import type { StagedPart } from './staged-part.js';
import { leaveOutBad } from './views.js';

/** A merge without a fault, and what had to stay out of it. */
export interface SettledFacts {
  readonly merge: Merge;
  readonly bad: readonly FoundFault[];
}

/**
 * Merges, checks, and starts over without what was bad, as long as that is wanted and helps; `null`
 * where it is not, or does not.
 */
export const settleFacts = async (
  { plan, database, report, tally }: ImportWork,
  parts: readonly StagedPart[],
): Promise<SettledFacts | null> => {
  const places = problemPlaces(database, parts);
  const sources = new Set(parts.map(({ source }) => source));
  const bytesCount = [...sources].reduce((sum, source) => sum + source.bytesCount, 0);
  const factsCount = parts.reduce((sum, { rowsCount }) => sum + rowsCount, 0);
  const onShare = (share: number): void =>
    plan.onProgress?.({ step: 'checking', share, factsCount: share * factsCount, bytesCount });
  const bad: FoundFault[] = [];
  for (;;) {
    const merge = await mergeFacts(database, plan.replaceOrganization ?? null);
    const errors = await findErrors(database, merge.scope, onShare);
    if (errors.length === 0) {
      const warnings = await findWarnings(database, merge.scope, plan.now);
      for (const warning of warnings) plan.onWarning?.(await places(warning));
      tally.warnings += warnings.length;
      return { merge, bad };
    }
    for (const error of errors) report(await places(error));
    // What is in the store already cannot be left out: then the import as a whole does not fit.
    if (plan.skipBad !== true || errors.some(({ seq }) => seq < 0n)) return null;
    bad.push(...errors);
    await excludeFacts(database, errors);
    await leaveOutBad(database, parts);
  }
};
