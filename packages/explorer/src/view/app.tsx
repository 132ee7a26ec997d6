import { describeFailure, type Failure } from '@tallyboard/client';
import { useEffect, useState } from 'preact/hooks';
import { countText, nameText } from '../model/format.js';
import { isWaiting, valueOr } from '../model/known.js';
import { firstView, type View } from '../model/view.js';
import { nameIn, organizationsIn, recordOf, type SessionState } from '../session/state.js';
import { Choice } from './choice.js';
import { Connect } from './connect.js';
import { OrganizationPage } from './organization-page.js';
import { TabContext, useTab } from './page.js';
import { Buttons } from './parts.js';
import { TopBar } from './top-bar.js';
import { useSession, viewOf } from './use-session.js';
import { useView } from './use-view.js';

/** What a person can do about a failure. */
const advice: { readonly [K in Failure['kind']]?: string } = {
  unauthorized: 'The key may be revoked. Leave, and enter another one.',
  notFound:
    "Check the organization's id, ask its owner whether it is enrolled, and use the key of an owner or admin.",
  rateLimited: 'The page asks again by itself when the next request is possible.',
  unreachable:
    'Check that the service runs, its address, and that it allows requests from this page (CORS).',
  serverFault: 'Try again in a moment. If that does not help, tell the operator of the service.',
  refused: 'Choose other months or filters.',
  invalidRequest: 'Choose other months or filters.',
};

/** A request that failed: what happened, and what to do. */
const ProblemNote = ({ failure }: { readonly failure: Failure }) => {
  const { connected, view, change, leave } = useTab();
  const { kind } = failure;
  const buttons = [
    ['Try again', () => connected.session.retry(), true],
    ['Enter another key', leave, kind === 'unauthorized'],
    [
      'Choose another organization',
      () => change({ ...firstView, service: view.service }),
      kind === 'notFound',
    ],
  ] as const;
  return (
    <div class="problem" role="alert" data-failure={kind}>
      <p>
        <strong>{describeFailure(failure)}</strong> {advice[kind] ?? ''}
      </p>
      <p class="buttons">
        <Buttons all={buttons} />
      </p>
    </div>
  );
};

const summaryOf = ({ known }: SessionState): string => {
  const states = [...known.values()];
  const lost = states.filter(({ kind }) => kind === 'failed' || kind === 'none').length;
  const open = states.filter(({ kind }) => kind !== 'known').length - lost;
  if (states.length === 0) return '';
  if (open > 0) return `Loading ${countText(open, 'figure')}.`;
  return lost === 0 ? 'All figures are loaded.' : `${countText(lost, 'figure')} not loaded.`;
};

/** The time; it moves every second while `isMoving`. */
const useClock = (isMoving: boolean): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!isMoving) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
};

const useOnline = (onBack: () => void): boolean => {
  const [isOnline, setIsOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const read = (): void => {
      setIsOnline(navigator.onLine);
      if (navigator.onLine) onBack();
    };
    for (const event of ['online', 'offline'] as const) addEventListener(event, read);
    return () => {
      for (const event of ['online', 'offline'] as const) removeEventListener(event, read);
    };
  });
  return isOnline;
};

const useTitle = (state: SessionState, { board: id, person }: View, organization: string): void => {
  const board = valueOr(recordOf(state, 'board', id));
  const where = id === '' ? person.name : 'Board';
  const title = board === null ? where : nameText(board.attributes.title, '(no title)');
  const text = [title, organization, 'Tallyboard'].filter((part) => part !== '').join(' - ');
  useEffect(() => {
    document.title = text;
  }, [text]);
};

/** The page as a whole. `ownService` is the address of the service it belongs to; `null` for any. */
export const App = ({
  ownService,
  demo,
}: {
  readonly ownService: string | null;
  /** The address of an index file that is opened at once; `null` for none. */
  readonly demo: string | null;
}) => {
  const [chosenView, change] = useView();
  const { connected, state, reading, wrong, leave, connect, open } = useSession(ownService, demo);
  const now = useClock([...state.known.values()].some(isWaiting));
  const isOnline = useOnline(() => connected?.session.retry());
  const organizations = organizationsIn(state);
  const view = viewOf(chosenView, organizations);
  useTitle(state, view, nameIn(state, view.organization));
  useEffect(() => {
    if (view !== chosenView) change({ organization: view.organization });
  }, [view.organization, chosenView.organization]);
  const isShown = view.organization !== '' || view.board !== '';
  useEffect(() => {
    if (connected !== null && !isShown) connected.session.show(view);
  }, [connected, view.organization]);
  if (connected === null) {
    return (
      <Connect
        service={ownService === null ? view.service : null}
        wrong={wrong}
        reading={reading}
        onFile={(file) => void open(file)}
        onConnect={(entered) => {
          if (connect(entered) && ownService === null) change({ service: entered.service });
        }}
      />
    );
  }
  const { problem } = state;
  return (
    <TabContext.Provider value={{ connected, state, view, change, leave, now, isOnline }}>
      <TopBar />
      <main>
        <p class="unseen" role="status">
          {summaryOf(state)}
        </p>
        {problem === null || (problem.kind === 'unreachable' && !isOnline) ? null : (
          <ProblemNote failure={problem} />
        )}
        {recordOf(state, 'identity', '').kind === 'known' && isShown ? (
          <OrganizationPage />
        ) : (
          <Choice />
        )}
      </main>
    </TabContext.Provider>
  );
};
