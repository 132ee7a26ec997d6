import { useRef, useState } from 'preact/hooks';
import type { View } from '../model/view.js';
import { type ExportProgress, exportRoster } from '../session/export-roster.js';
import { rosterRequestOf } from '../session/roster-request.js';
import type { SessionState } from '../session/state.js';
import type { Exporting } from './export-button.js';
import { saveText } from './saving.js';
import type { Connected } from './use-session.js';

export const useExport = (
  { client, session }: Connected,
  view: View,
  allowances: SessionState['allowances'],
): Exporting => {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [wrong, setWrong] = useState('');
  const stopping = useRef(new AbortController());
  const begin = async (): Promise<void> => {
    stopping.current = new AbortController();
    setWrong('');
    setProgress({ pagesDone: 0, pagesTotal: 0, until: null });
    const request = rosterRequestOf(view, session.settingOf(view).thisMonth);
    const ended = await exportRoster(client, request, stopping.current.signal, (step, heard) => {
      session.note('roster', heard);
      setProgress(step);
    });
    setProgress(null);
    if (ended === null) return;
    if ('csv' in ended) saveText(`roster-${view.organization}.csv`, 'text/csv', ended.csv);
    else setWrong(ended.why);
  };
  return {
    allowance: allowances.roster,
    progress,
    wrong,
    begin: () => void begin(),
    stop: () => stopping.current.abort(),
  };
};
