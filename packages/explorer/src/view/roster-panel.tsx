import type { RosterPage } from '@tallyboard/client';
import {
  type RosterRow,
  type RosterSort,
  rosterMeanings,
  rosterRoles,
} from '@tallyboard/core/vocabulary';
import { countText, dateText, nameText, numberText } from '../model/format.js';
import type { Known } from '../model/known.js';
import { firstRoster, type RosterView } from '../model/view.js';
import { About, type Actions, Lead } from './actions.js';
import { ExportButton, type Exporting } from './export-button.js';
import { fieldText } from './field-text.js';
import { missing, StateText } from './state-text.js';

/** A column of the roster: the name that it is sorted by, and what is in a cell. */
interface Column {
  readonly id: RosterSort;
  readonly label: string;
  readonly isNumber: boolean;
  readonly cell: (row: RosterRow) => string;
}

const column = (id: RosterSort, cell: (row: RosterRow) => string): Column => ({
  id,
  label: rosterMeanings[id].label,
  isNumber: id === 'boards' || id === 'posts' || id === 'comments' || id === 'reactions',
  cell,
});

/** The columns, in the order of the page: what a phone shows first comes first. */
const columns: readonly Column[] = [
  column('name', ({ name }) => nameText(name, '(no name)')),
  ...(['posts', 'boards', 'comments', 'reactions'] as const).map((id) =>
    column(id, (row) => numberText(row[id])),
  ),
  column('lastActivityDate', ({ lastActivityDate }) => dateText(lastActivityDate) || 'never'),
  column('userType', ({ userType }) => userType),
  column('signupDate', ({ signupDate }) => dateText(signupDate)),
  column('email', ({ email }) => email ?? ''),
];

/** The roster, and how it can be changed. */
export interface RosterProps {
  readonly view: RosterView;
  readonly page: Known<RosterPage>;
  readonly roles: readonly string[];
  readonly onView: (change: Partial<RosterView>) => void;
  readonly actions: Actions;
  readonly exporting: Exporting;
}

const Heading = ({
  column,
  view,
  onView,
}: {
  readonly column: Column;
  readonly view: RosterView;
  readonly onView: RosterProps['onView'];
}) => {
  const isSorted = view.sort === column.id;
  const next = isSorted
    ? view.order === 'asc'
      ? 'desc'
      : 'asc'
    : column.isNumber
      ? 'desc'
      : 'asc';
  const sorted = !isSorted ? 'none' : view.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={sorted} class={column.isNumber ? 'number' : ''}>
      <button type="button" onClick={() => onView({ sort: column.id, order: next })}>
        {column.label}
        <span aria-hidden="true">{!isSorted ? '' : view.order === 'asc' ? ' ▲' : ' ▼'}</span>
      </button>
    </th>
  );
};

const Filters = ({ view, roles, onView }: Pick<RosterProps, 'view' | 'roles' | 'onView'>) => (
  <form
    class="filters"
    role="search"
    onSubmit={(event) => {
      event.preventDefault();
      onView({ q: fieldText(new FormData(event.currentTarget), 'q') });
    }}
  >
    <label>
      <span class="unseen">Name or e-mail</span>
      <input name="q" type="search" placeholder="Name or e-mail" value={view.q} key={view.q} />
    </label>
    <button type="submit">Search</button>
    <label>
      <span class="unseen">Activity</span>
      <select
        value={view.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onView({ status: (value || null) as RosterView['status'] })
        }
      >
        <option value="">Active or not</option>
        <option value="active">Have contributed</option>
        <option value="inactive">Have not contributed</option>
      </select>
    </label>
    <label>
      <span class="unseen">Role</span>
      <select
        value={view.role ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onView({ role: (value || null) as RosterView['role'] })
        }
      >
        <option value="">Every role</option>
        {rosterRoles
          .filter((role) => roles.includes(role))
          .map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
      </select>
    </label>
  </form>
);

const Rows = ({
  page,
  view,
  onView,
  actions,
}: { readonly page: RosterPage } & Pick<RosterProps, 'view' | 'onView' | 'actions'>) => (
  <div class="scroll" tabIndex={0} role="region" aria-label="Roster, table">
    <table class="roster">
      <caption class="unseen">Members, with what they made in the range</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.id} column={column} view={view} onView={onView} />
          ))}
        </tr>
      </thead>
      <tbody>
        {page.rows.map((row) => (
          <tr key={row.id} class={row.active ? '' : 'inactive'}>
            {columns.map((column) => (
              <td key={column.id} class={column.isNumber ? 'number' : ''}>
                {column.id !== 'name' ? (
                  <bdi>{column.cell(row)}</bdi>
                ) : (
                  <>
                    <Lead
                      actions={actions}
                      change={{ person: { id: row.id, name: row.name } }}
                      section="person"
                    >
                      <bdi>{column.cell(row)}</bdi>
                    </Lead>{' '}
                    {row.active ? null : <span class="tag">no contributions</span>}
                  </>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The members of the organization: search, filters, sorting, pages and an export. */
export const RosterPanel = ({ view, page, roles, onView, actions, exporting }: RosterProps) => {
  const state = missing(page);
  const { totalPages, totalCount } =
    page.kind === 'known' ? page.value : { totalPages: 0, totalCount: 0 };
  return (
    <section class="no-print" aria-labelledby="roster" data-roster>
      <header>
        <h2 id="roster" tabIndex={-1}>
          Roster
        </h2>
        <About of={rosterMeanings.active} />
        <Filters view={view} roles={roles} onView={onView} />
        {page.kind === 'known' ? (
          <ExportButton totalCount={totalCount} exporting={exporting} />
        ) : null}
      </header>
      {state === null ? null : (
        <p class="blank">
          <StateText state={state} />
        </p>
      )}
      {page.kind === 'known' && totalCount > 0 ? (
        <Rows page={page.value} view={view} onView={onView} actions={actions} />
      ) : null}
      {page.kind === 'known' && totalCount === 0 ? (
        <p class="empty">
          No members match.{' '}
          <button type="button" onClick={() => onView(firstRoster)}>
            Show all
          </button>
        </p>
      ) : null}
      {page.kind === 'known' && totalCount > 0 ? (
        <nav class="pages" aria-label="Pages of the roster">
          <button
            type="button"
            disabled={view.page <= 1}
            onClick={() => onView({ page: Math.min(view.page - 1, totalPages) })}
          >
            Previous
          </button>
          <span>
            Page {numberText(view.page)} of {numberText(totalPages)},{' '}
            {countText(totalCount, 'member')}
          </span>
          <button
            type="button"
            disabled={view.page >= totalPages}
            onClick={() => onView({ page: view.page + 1 })}
          >
            Next
          </button>
        </nav>
      ) : null}
    </section>
  );
};
