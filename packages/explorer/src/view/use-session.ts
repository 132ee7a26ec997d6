import { type Client, createClient } from '@tallyboard/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type OpenFiles, openFiles } from '../files/open-files.js';
import { Session } from '../session/session.js';
import { firstState, type Identity, type SessionState } from '../session/state.js';

/** A service or files that the page is connected with. */
export interface Connected {
  readonly session: Session;
  readonly client: Client;
  /** The address that copied requests name. */
  readonly service: string;
}

/** What copied requests name in place of files. */
const serviceOfFiles = 'http://127.0.0.1:3000';

/** The connection of this tab. The key is in the client and nowhere else. */
export const useSession = () => {
  const [connected, setConnected] = useState<Connected | null>(null);
  const [state, setState] = useState<SessionState>(firstState);
  const [filesState, setFilesState] = useState('');
  const files = useRef<OpenFiles | null>(null);

  const begin = (client: Client, service: string, identity?: Identity): void => {
    const session = new Session({
      client,
      now: () => Date.now(),
      later: (work, ms) => setTimeout(work, ms),
      onChange: setState,
      ...(identity === undefined ? {} : { identity }),
    });
    setState(session.state);
    setConnected({ session, client, service });
  };

  const leave = (): void => {
    connected?.session.close();
    files.current?.close();
    files.current = null;
    setConnected(null);
    setState(firstState);
    setFilesState('');
  };

  useEffect(() => leave, []);

  return {
    connected,
    state,
    filesState,
    leave,
    connect: (service: string, apiKey: string): string | null => {
      try {
        begin(createClient({ baseUrl: service, apiKey, retriesMax: 1 }), service);
        return null;
      } catch (error) {
        if (error instanceof TypeError) return `${error.message}.`;
        throw error;
      }
    },
    look: async (chosen: readonly File[]): Promise<void> => {
      if (chosen.length === 0) return;
      setFilesState('Reading');
      try {
        const opened = await openFiles(chosen, (share) =>
          setFilesState(`Reading, ${Math.min(100, Math.floor(share * 100))}%`),
        );
        files.current = opened;
        begin(opened.client, serviceOfFiles, opened.identity);
      } catch (error) {
        setFilesState(error instanceof Error ? error.message : String(error));
      }
    },
  };
};
