import { forecastWaitSeconds } from '@tallyboard/client';
import { countText, numberText, waitText } from '../model/format.js';
import type { Allowance } from '../session/allowance.js';
import { type ExportProgress, requestsForRoster } from '../session/export-roster.js';
import { useNow } from './now.js';

/** An export of the roster: how it begins, how far it is, how it ends. */
export interface Exporting {
  readonly allowance: Allowance | null;
  /** `null` while nothing is exported. */
  readonly progress: ExportProgress | null;
  /** Why the last one came to nothing; empty for none. */
  readonly wrong: string;
  readonly begin: () => void;
  readonly stop: () => void;
}

/** Saves all members that the filters match as CSV, and says beforehand what that takes. */
export const ExportButton = ({
  totalCount,
  exporting,
}: {
  readonly totalCount: number;
  readonly exporting: Exporting;
}) => {
  const now = useNow();
  const { allowance, progress, wrong, begin, stop } = exporting;
  if (progress !== null) {
    const { pagesDone, pagesTotal, until } = progress;
    return (
      <p class="exporting" role="status">
        <progress max={Math.max(1, pagesTotal)} value={pagesDone} aria-label="Pages read" />
        <span>
          {pagesDone} of {pagesTotal === 0 ? '?' : numberText(pagesTotal)} pages
          {until !== null && until > now ? `, waiting ${waitText((until - now) / 1000)}` : ''}
        </span>
        <button type="button" onClick={stop}>
          Stop
        </button>
      </p>
    );
  }
  const requests = requestsForRoster(totalCount);
  const seconds = allowance === null ? 0 : forecastWaitSeconds(requests, allowance.notice);
  const takes = seconds === 0 ? '' : `, takes about ${waitText(seconds)} within the allowance`;
  return (
    <p class="exporting">
      <button type="button" disabled={totalCount === 0} onClick={begin}>
        Save as CSV
      </button>
      <span class="note">
        uses {countText(requests, 'request')}
        {allowance === null ? '' : ` of your ${numberText(allowance.notice.remaining)}`}
        {takes}
      </span>
      {wrong === '' ? null : <span role="alert">{wrong}</span>}
    </p>
  );
};
