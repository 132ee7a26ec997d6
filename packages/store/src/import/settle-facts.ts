import type { FactKind } from '@tallyboard/core/vocabulary';
import type { Manifest } from '../layout/manifest.js';
import { excludeFacts, type FoundFault, findErrors, findWarnings } from './find-faults.js';
import type { ImportWork } from './import-work.js';
import { type Merge, mergeFacts, type Sizes } from './merge.js';
import { problemPlaces } from './problem-places.js';
import type { StagedPart } from './staged-part.js';
import { leaveOutBad } from './views.js';

/** How many facts of each kind meet, without those that stay out. */
const sizesOf = (
  { segments }: Manifest,
  parts: readonly StagedPart[],
  bad: readonly FoundFault[],
): ((kind: FactKind) => Sizes) => {
  const rowsOf = (
    files: readonly { readonly kind: FactKind; readonly rowsCount: number }[],
    kind: FactKind,
  ): number =>
    files.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.rowsCount, 0);
  const outOf = (kind: FactKind): number =>
    new Set(bad.filter((fault) => fault.kind === kind).map(({ seq }) => seq)).size;
  return (kind) => ({
    staged: rowsOf(parts, kind) - outOf(kind),
    stored: rowsOf(segments, kind),
  });
};

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
  { plan, database, manifest, report, tally }: ImportWork,
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
    const sizes = sizesOf(manifest, parts, bad);
    const merge = await mergeFacts(database, sizes, plan.replaceOrganization ?? null);
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
    await leaveOutBad(database, parts, await excludeFacts(database, errors));
  }
};
