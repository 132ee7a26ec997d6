/* eslint max-lines-per-function: off -- the ways to begin and to end a session share its state */
import { type Client, createClient } from '@tallyboard/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { openIndex } from '../files/open-index.js';
import type { View } from '../model/view.js';
import { Session } from '../session/session.js';
import { firstState, type Identity, recordOf, type SessionState } from '../session/state.js';
import type { Entered } from './connect.js';

const storageKey = 'tallyboard-key';

const kept = (): Entered | null => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Entered | null;
  } catch {
    return null;
  }
};

/** Keeps what you entered until the tab is closed; `null` forgets it. */
const keep = (entered: Entered | null): void => {
  try {
    if (entered === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(entered));
  } catch {
    // A page that was opened from a disk may have no storage.
  }
};

/**
 * The key of a link that `npm start` prints, on this machine only. It is taken out of the address at once, so
 * that it is in no history and no copied link.
 */
const keyInAddress = (): string | null => {
  const words = new URLSearchParams(location.hash.slice(1));
  const key = words.get('key');
  if (key === null) return null;
  words.delete('key');
  history.replaceState(null, '', `#${words.toString()}`);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname) ? key : null;
};

/** A service or an index file that the page is connected with. */
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

/** What copied requests name in place of a file. */
const serviceOfFiles = 'http://127.0.0.1:3000';

/** The connection of this tab; `demo` is the address of an index file that is opened at once. */
export const useSession = (ownService: string | null, demo: string | null) => {
  const [connected, setConnected] = useState<Connected | null>(null);
  const [state, setState] = useState<SessionState>(firstState);
  const [reading, setReading] = useState<true | string>(demo === null ? '' : true);
  const [wrong, setWrong] = useState('');
  const session = useRef<Session | null>(null);

  const end = (): void => {
    session.current?.close();
    session.current = null;
    setConnected(null);
    setState(firstState);
    keep(null);
  };

  /** Shows a new state; a key that the service refuses leads back to its field. */
  const onChange = (next: SessionState): void => {
    const isRefused = next.problem?.kind === 'unauthorized';
    if (isRefused && recordOf(next, 'identity', '').kind !== 'known') {
      end();
      setWrong('The service does not accept this key. Check that it is whole and not revoked.');
    } else setState(next);
  };

  const begin = (to: Omit<Connected, 'session'>, identity?: Identity): void => {
    const begun = new Session({
      client: to.client,
      // The figures of an index have a day of their own.
      now: () => (to.today === null ? Date.now() : Date.parse(to.today)),
      later: (work, ms) => setTimeout(work, ms),
      onChange,
      ...(identity === undefined ? {} : { identity }),
    });
    session.current = begun;
    setState(begun.state);
    setConnected({ ...to, session: begun });
  };

  const connect = (entered: Entered): boolean => {
    const service = ownService ?? entered.service;
    try {
      const client = createClient({ baseUrl: service, apiKey: entered.key });
      setWrong('');
      keep(entered.isKept ? { ...entered, service } : null);
      begin({ client, service, today: null });
      return true;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const said = error.message.replace('apiKey', 'The API key').replace('baseUrl', 'The address');
      setWrong(`${said}.`);
      return false;
    }
  };

  const open = async (file: Blob | Promise<Blob>): Promise<void> => {
    setReading(true);
    try {
      const { identity, ...opened } = await openIndex(await file);
      begin({ ...opened, service: serviceOfFiles }, identity);
      setReading('');
    } catch (error) {
      end();
      setReading(error instanceof Error ? error.message : String(error));
    }
  };

  useEffect(() => {
    if (demo !== null) void open(fetch(demo).then((answer) => answer.blob()));
    const key = keyInAddress();
    const before = kept();
    if (key !== null) connect({ service: ownService ?? '', key, isKept: true });
    else if (before !== null) connect(before);
    return () => session.current?.close();
  }, []);

  return { connected, state, reading, wrong, connect, open, leave: end };
};
