import { ClientError, describeFailure, forecastWaitSeconds } from '@tallyboard/client';
import { limits, type RosterRow } from '@tallyboard/core/vocabulary';
import { useRef, useState } from 'preact/hooks';
import { countText, numberText, waitText } from '../model/format.js';
import { csvOf, rosterTable } from '../model/tables.js';
import { usePage } from './page.js';
import { saveText } from './saving.js';

/** Saves all members that the filters match as CSV, and says beforehand what that takes. */
export const ExportButton = ({ totalCount }: { readonly totalCount: number }) => {
  const { connected, state, view, calls, about, now } = usePage();
  const [isSaving, setIsSaving] = useState(false);
  const [[done = 0, total = 0], setPages] = useState<readonly number[]>([]);
  /** The end of a wait for the allowance, in milliseconds since 1970. */
  const [until, setUntil] = useState(0);
  const [wrong, setWrong] = useState('');
  const stopping = useRef(new AbortController());
  const save = async (): Promise<void> => {
    const { client, session } = connected;
    stopping.current = new AbortController();
    setWrong('');
    setPages([]);
    setIsSaving(true);
    const request = { ...calls.roster, perPage: limits.perPageMax };
    const note = session.note('roster');
    const rows: RosterRow[] = [];
    const pages = client.rosterPages(request, {
      signal: stopping.current.signal,
      onProgress: (said) => {
        note(said);
        if (said.kind === 'page') setPages([said.page, said.totalPages]);
        setUntil(said.kind === 'waiting' ? said.until.getTime() : 0);
      },
    });
    try {
      for await (const page of pages) rows.push(...page.rows);
      const csv = csvOf(rosterTable(rows), about);
      saveText(`roster-${view.organization}.csv`, 'text/csv', csv);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.failure.kind !== 'aborted') setWrong(describeFailure(error.failure));
    }
    setIsSaving(false);
  };
  if (isSaving) {
    return (
      <p class="exporting" role="status">
        <progress max={Math.max(1, total)} value={done} aria-label="Pages read" />
        <span>
          {done} of {total === 0 ? '?' : numberText(total)} pages
          {until > now ? `, waiting ${waitText((until - now) / 1000)}` : ''}
        </span>
        <button type="button" onClick={() => stopping.current.abort()}>
          Stop
        </button>
      </p>
    );
  }
  const allowance = state.allowances.roster;
  const requests = Math.max(1, Math.ceil(totalCount / limits.perPageMax));
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
