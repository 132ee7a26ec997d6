import { useEffect } from 'preact/hooks';
import { countText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import type { View } from '../model/view.js';
import type { SessionState } from '../session/state.js';
import { Allowances } from './allowances.js';
import { Connect } from './connect.js';
import { Now, useClock } from './now.js';
import { OrganizationPage } from './organization-page.js';
import { ProblemNote } from './problem-note.js';
import { missing, StateText } from './state-text.js';
import { type Connected, useSession, viewOf } from './use-session.js';
import { useView } from './use-view.js';

const isWaiting = ({ kind }: Known<unknown>): boolean => kind === 'computing' || kind === 'held';

const waitingIn = ({ figures, rosters, allowances }: SessionState): boolean =>
  [...figures.values(), ...rosters.values()].some(isWaiting) ||
  [allowances.metrics, allowances.roster].some((one) => one?.notice.remaining === 0);

const summaryOf = ({ figures }: SessionState): string => {
  const states = [...figures.values()];
  const lost = states.filter(({ kind }) => kind === 'failed' || kind === 'none').length;
  const open = states.filter(({ kind }) => kind !== 'known').length - lost;
  if (states.length === 0) return '';
  if (open > 0) return `Loading ${countText(open, 'figure')}.`;
  return lost === 0 ? 'All figures are loaded.' : `${countText(lost, 'figure')} not loaded.`;
};

/** The bar on top: the choice of an organization, allowances, and what can be done. */
const Bar = ({
  connected,
  state,
  view,
  change,
  leave,
}: {
  readonly connected: Connected;
  readonly state: SessionState;
  readonly view: View;
  readonly change: (changed: Partial<View>) => void;
  readonly leave: () => void;
}) => {
  const organizations = valueOr(state.identity)?.organizations ?? [];
  const isChosen = organizations.some(({ id }) => id === view.organization);
  return (
    <header class="bar no-print">
      <span class="brand">Explorer</span>
      {organizations.length > 0 ? (
        <label>
          <span class="unseen">Organization</span>
          <select
            value={view.organization}
            onChange={({ currentTarget }) =>
              change({ organization: currentTarget.value, board: '', roles: [] })
            }
          >
            {isChosen ? null : (
              <option value={view.organization}>
                {view.organization || 'Choose an organization'}
              </option>
            )}
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || id}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <Allowances of={state.allowances} />
      <span class="buttons">
        <button type="button" onClick={() => connected.session.refresh()}>
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

/** The page before an organization is chosen. */
const Blank = ({ identity }: Pick<SessionState, 'identity'>) => {
  const unknown = missing(identity);
  const some = (valueOr(identity)?.organizations ?? []).length > 0;
  return (
    <div class="blank">
      <h1>Explorer</h1>
      {unknown === null ? (
        <p>{some ? 'Choose an organization above.' : 'This key has no organizations.'}</p>
      ) : (
        <StateText state={unknown} />
      )}
    </div>
  );
};

/** The page as a whole. `ownService` is the address of the service it belongs to; `null` for any. */
export const App = ({ ownService }: { readonly ownService: string | null }) => {
  const [chosenView, change] = useView();
  const { connected, state, filesState, leave, connect, look } = useSession();
  const now = useClock(waitingIn(state));
  const organizations = valueOr(state.identity)?.organizations ?? [];
  const view = viewOf(chosenView, organizations);
  const chosen = organizations.find(({ id }) => id === view.organization) ?? null;
  const title = chosen === null ? 'Explorer' : chosen.name || chosen.id;
  useEffect(() => {
    document.title = title === 'Explorer' ? title : `${title} - Explorer`;
  }, [title]);
  useEffect(() => {
    if (view !== chosenView) change({ organization: view.organization });
  }, [view.organization, chosenView.organization]);
  if (connected === null) {
    return (
      <Connect
        service={ownService === null ? view.service : null}
        filesState={filesState}
        onFiles={(files) => void look(files, view)}
        onConnect={(service, key) => {
          const wrong = connect(ownService ?? service, key);
          if (wrong === null && ownService === null) change({ service });
          return wrong;
        }}
      />
    );
  }
  return (
    <Now.Provider value={now}>
      <Bar connected={connected} state={state} view={view} change={change} leave={leave} />
      <main>
        <p class="unseen" role="status">
          {summaryOf(state)}
        </p>
        {state.problem === null ? null : (
          <ProblemNote
            problem={state.problem}
            onRetry={() => connected.session.retry()}
            onLeave={leave}
          />
        )}
        {state.identity.kind === 'none' || (view.organization === '' && view.board === '') ? (
          <Blank identity={state.identity} />
        ) : (
          <OrganizationPage
            connected={connected}
            state={state}
            view={view}
            onView={change}
            organization={chosen}
          />
        )}
      </main>
    </Now.Provider>
  );
};
