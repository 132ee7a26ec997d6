import { useEffect, useState } from 'preact/hooks';
import { clockText, countText, nameText, numberText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import { noPerson, type View } from '../model/view.js';
import type { Allowance, Identity, SessionState } from '../session/state.js';
import { Connect } from './connect.js';
import { Now, useClock } from './now.js';
import { OrganizationPage } from './organization-page.js';
import { ProblemNote } from './problem-note.js';
import { missing, StateText } from './state-text.js';
import { useSession, viewOf } from './use-session.js';
import { useView } from './use-view.js';

const isWaiting = ({ kind }: Known<unknown>): boolean => kind === 'computing' || kind === 'held';

const waitingIn = ({ figures, rosters }: SessionState): boolean =>
  [...figures.values(), ...rosters.values()].some(isWaiting);

const summaryOf = ({ figures }: SessionState): string => {
  const states = [...figures.values()];
  const lost = states.filter(({ kind }) => kind === 'failed' || kind === 'none').length;
  const open = states.filter(({ kind }) => kind !== 'known').length - lost;
  if (states.length === 0) return '';
  if (open > 0) return `Loading ${countText(open, 'figure')}.`;
  return lost === 0 ? 'All figures are loaded.' : `${countText(lost, 'figure')} not loaded.`;
};

/** What is left of an allowance, once it is little. */
const leftText = (name: string, allowance: Allowance | null): string => {
  if (allowance === null) return '';
  const { remaining, limit, resetSeconds } = allowance.notice;
  if (remaining > (limit ?? Number.POSITIVE_INFINITY) / 3) return '';
  const until = clockText(allowance.at + resetSeconds * 1000);
  if (remaining === 0) return `No ${name} requests left; more at ${until}.`;
  return `${numberText(remaining)} of ${limit === null ? '?' : numberText(limit)} ${name} requests left this hour.`;
};

/** The bar on top: the choice of an organization, what is left of the allowances, and what can be done. */
const Bar = ({
  state,
  view,
  change,
  refresh,
  leave,
}: {
  readonly state: SessionState;
  readonly view: View;
  readonly change: (changed: Partial<View>) => void;
  readonly refresh: () => void;
  readonly leave: () => void;
}) => {
  const organizations = valueOr(state.identity)?.organizations ?? [];
  const isChosen = organizations.some(({ id }) => id === view.organization);
  const { metrics, roster } = state.allowances;
  const left = [leftText('metrics', metrics), leftText('roster', roster)].join(' ').trim();
  return (
    <header class="bar no-print">
      <span class="brand">Tallyboard</span>
      {organizations.length > 1 && view.organization !== '' ? (
        <label>
          <span class="unseen">Organization</span>
          <select
            value={view.organization}
            onChange={({ currentTarget: { value } }) =>
              change({ organization: value, board: '', roles: [], person: noPerson })
            }
          >
            {isChosen ? null : <option value={view.organization}>{view.organization}</option>}
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || id} (…{id.slice(-4)})
              </option>
            ))}
            <option value="">All organizations</option>
          </select>
        </label>
      ) : null}
      <p class="allowances" data-allowances>
        {left}
      </p>
      <span class="buttons">
        <button type="button" onClick={refresh}>
          Refresh
        </button>
        <button type="button" onClick={() => print()}>
          Print
        </button>
        <button type="button" onClick={leave}>
          Leave
        </button>
      </span>
    </header>
  );
};

/** The choice of an organization. */
const Choice = ({
  identity,
  members,
  onChoose,
}: {
  readonly identity: SessionState['identity'];
  readonly members: SessionState['members'];
  readonly onChoose: (id: string) => void;
}) => {
  const unknown = missing(identity);
  const organizations: Identity['organizations'] = valueOr(identity)?.organizations ?? [];
  return (
    <section aria-labelledby="choice">
      <h1 id="choice">Your organizations</h1>
      {unknown === null ? null : <StateText state={unknown} />}
      {unknown === null && organizations.length === 0 ? (
        <p>This key has no organizations.</p>
      ) : null}
      <ul class="cards choice">
        {organizations.map(({ id, name, type }) => {
          const count = members.get(id) ?? Number.NaN;
          return (
            <li key={id}>
              <button type="button" class="card" onClick={() => onChoose(id)}>
                <strong>
                  <bdi>{nameText(name, '(no name)')}</bdi>
                </strong>
                <span class="note">
                  {type}
                  {Number.isNaN(count) ? '' : `, ${countText(count, 'member')}`}, id …{id.slice(-4)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** Whether the browser has a network. */
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
  const { connected, state, filesState, wrong, leave, connect, open } = useSession(ownService);
  const now = useClock(waitingIn(state));
  const isOnline = useOnline(() => connected?.session.retry());
  const organizations = valueOr(state.identity)?.organizations ?? [];
  const view = viewOf(chosenView, organizations);
  const chosen = organizations.find(({ id }) => id === view.organization) ?? null;
  const board = state.boards.get(view.board);
  const title = [
    board?.kind === 'known' ? nameText(board.value.attributes.title, '(no title)') : '',
    chosen?.name ?? view.organization,
    'Tallyboard',
  ];
  const titleText = title.filter((text) => text !== '').join(' - ');
  useEffect(() => {
    document.title = titleText;
  }, [titleText]);
  useEffect(() => {
    if (view !== chosenView) change({ organization: view.organization });
  }, [view.organization, chosenView.organization]);
  useEffect(() => {
    if (demo === null) return;
    void fetch(demo).then(async (answer) => open(await answer.blob()));
  }, []);
  useEffect(() => {
    const { organization, board: id } = view;
    const isChoosing = connected !== null && organization === '' && id === '';
    if (isChoosing) connected.session.show(view);
  }, [connected, view.organization]);
  if (connected === null) {
    return (
      <Connect
        service={ownService === null ? view.service : null}
        wrong={wrong}
        filesState={filesState}
        onFile={(file) => void open(file)}
        onConnect={(entered) => {
          if (connect(entered) && ownService === null) change({ service: entered.service });
        }}
      />
    );
  }
  const { problem } = state;
  const isShown = view.organization !== '' || view.board !== '';
  return (
    <Now.Provider value={now}>
      <Bar
        state={state}
        view={view}
        change={change}
        refresh={() => connected.session.refresh()}
        leave={leave}
      />
      <main>
        <p class="unseen" role="status">
          {summaryOf(state)}
        </p>
        {problem === null || (problem.failure.kind === 'unreachable' && !isOnline) ? null : (
          <ProblemNote
            problem={problem}
            onRetry={() => connected.session.retry()}
            onLeave={leave}
          />
        )}
        {state.identity.kind === 'known' && isShown ? (
          <OrganizationPage
            connected={connected}
            state={state}
            view={view}
            onView={change}
            organization={chosen}
            isOnline={isOnline}
          />
        ) : (
          <Choice
            identity={state.identity}
            members={state.members}
            onChoose={(organization) => change({ organization })}
          />
        )}
      </main>
    </Now.Provider>
  );
};
