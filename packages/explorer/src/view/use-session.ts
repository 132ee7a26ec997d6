import { type Client, createClient } from '@tallyboard/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { marks, type OpenFiles, openFiles } from '../files/open-files.js';
import type { View } from '../model/view.js';
import { Session } from '../session/session.js';
import { firstState, type Identity, type SessionState } from '../session/state.js';

/** A service or files that the page is connected with. */
export interface Connected {
  readonly session: Session;
  readonly client: Client;
  /** The address that copied requests name. */
  readonly service: string;
  /** The day that the figures of an index end with, `YYYY-MM-DD`; `null` for the current one. */
  readonly today: string | null;
}

/** A view of the only organization, where none was chosen. */
export const viewOf = (view: View, organizations: Identity['organizations']): View => {
  const [only] = organizations;
  return view.organization === '' && only !== undefined && organizations.length === 1
    ? { ...view, organization: only.id }
    : view;
};

/** What copied requests name in place of files. */
const serviceOfFiles = 'http://127.0.0.1:3000';

/** A session of a client whose figures end with a day; `null` for the current one. */
const sessionOf = (
  { client, today }: Pick<Connected, 'client' | 'today'>,
  onChange: (state: SessionState) => void,
  identity: Identity | undefined,
): Session => {
  const fixed = today === null ? null : Date.parse(today);
  return new Session({
    client,
    now: () => fixed ?? Date.now(),
    later: (work, ms) => setTimeout(work, ms),
    onChange,
    ...(identity === undefined ? {} : { identity }),
  });
};

/** The connection of this tab. The key is in the client and nowhere else. */
export const useSession = () => {
  const [connected, setConnected] = useState<Connected | null>(null);
  const [state, setState] = useState<SessionState>(firstState);
  const [filesState, setFilesState] = useState('');
  const files = useRef<OpenFiles | null>(null);

  const begin = (
    { client, service, today }: Omit<Connected, 'session'>,
    identity?: Identity,
  ): Session => {
    const session = sessionOf({ client, today }, setState, identity);
    setState(session.state);
    setConnected({ session, client, service, today });
    return session;
  };

  const end = (session: Session | undefined, why = ''): void => {
    session?.close();
    files.current?.close();
    files.current = null;
    setConnected(null);
    setState(firstState);
    setFilesState(why);
  };
  const leave = (): void => end(connected?.session);

  useEffect(() => leave, []);

  return {
    connected,
    state,
    filesState,
    leave,
    connect: (service: string, apiKey: string): string | null => {
      try {
        const client = createClient({ baseUrl: service, apiKey, retriesMax: 1 });
        begin({ client, service, today: null });
        return null;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        const said = error.message
          .replace('apiKey', 'The API key')
          .replace('baseUrl', 'The address');
        return `${said}.`;
      }
    },
    look: async (chosen: readonly File[], view: View): Promise<void> => {
      if (chosen.length === 0) return;
      performance.mark(marks.filesChosen);
      setFilesState('Reading');
      let session: Session | undefined;
      const refuse = (error: unknown): void =>
        end(session, error instanceof Error ? error.message : String(error));
      try {
        const opened = await openFiles(chosen, {
          onProgress: (share) =>
            setFilesState(`Reading, ${Math.min(100, Math.floor(share * 100))}%`),
          onRefused: refuse,
        });
        files.current = opened;
        session = begin({ ...opened, service: serviceOfFiles }, opened.identity);
        // The worker begins while the page is drawn for the first time.
        session.show(viewOf(view, opened.identity.organizations));
      } catch (error) {
        refuse(error);
      }
    },
  };
};
