import { forecastWaitSeconds } from '@tallyboard/client';
import { useRef, useState } from 'preact/hooks';
import { countText, numberText, waitText } from '../model/format.js';
import { type ExportProgress, exportRoster, requestsForRoster } from '../session/export-roster.js';
import { rosterRequestOf } from '../session/roster-request.js';
import { useNow } from './now.js';
import { usePage } from './page.js';
import { saveText } from './saving.js';

/** Saves all members that the filters match as CSV, and says beforehand what that takes. */
export const ExportButton = ({ totalCount }: { readonly totalCount: number }) => {
  const { connected, state, view } = usePage();
  const now = useNow();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [wrong, setWrong] = useState('');
  const stopping = useRef(new AbortController());
  const save = async (): Promise<void> => {
    const { client, session } = connected;
    stopping.current = new AbortController();
    setWrong('');
    setProgress({ pagesDone: 0, pagesTotal: 0, until: null });
    const request = rosterRequestOf(view, session.settingOf(view).thisMonth);
    const note = session.note('roster');
    const ended = await exportRoster(client, request, stopping.current.signal, (step, said) => {
      note(said);
      setProgress(step);
    });
    setProgress(null);
    if (ended === null) return;
    if ('csv' in ended) saveText(`roster-${view.organization}.csv`, 'text/csv', ended.csv);
    else setWrong(ended.why);
  };
  if (progress !== null) {
    const { pagesDone, pagesTotal, until } = progress;
    return (
      <p class="exporting" role="status">
        <progress max={Math.max(1, pagesTotal)} value={pagesDone} aria-label="Pages read" />
        <span>
          {pagesDone} of {pagesTotal === 0 ? '?' : numberText(pagesTotal)} pages
          {until !== null && until > now ? `, waiting ${waitText((until - now) / 1000)}` : ''}
        </span>
        <button type="button" onClick={() => stopping.current.abort()}>
          Stop
        </button>
      </p>
    );
  }
  const allowance = state.allowances.roster;
  const requests = requestsForRoster(totalCount);
  const seconds = allowance === null ? 0 : forecastWaitSeconds(requests, allowance.notice);
  return (
    <p class="exporting">
      <button type="button" disabled={totalCount === 0} onClick={() => void save()}>
        Save as CSV
      </button>
      <span class="note">
        uses {countText(requests, 'request')}
        {allowance === null ? '' : ` of your ${numberText(allowance.notice.remaining)}`}
        {seconds === 0 ? '' : `, takes about ${waitText(seconds)} within the allowance`}
      </span>
      {wrong === '' ? null : <span role="alert">{wrong}</span>}
    </p>
  );
};
