import type { RosterPage } from '@tallyboard/client';
import { type RosterRow, type RosterSort, rosterRoles } from '@tallyboard/core/vocabulary';
import { countText, dateText, nameText, numberText } from '../model/format.js';
import type { Known } from '../model/known.js';
import { firstRoster, type RosterView } from '../model/view.js';
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

const figure = (id: 'boards' | 'posts' | 'comments' | 'reactions', label: string): Column => ({
  id,
  label,
  isNumber: true,
  cell: (row) => numberText(row[id]),
});

/** The columns, in the order of the page. */
// biome-ignore format: a table reads by its columns
const columns: readonly Column[] = [
  { id: 'name',             label: 'Name',          isNumber: false, cell: ({ name }) => nameText(name, '(no name)') },
  { id: 'email',            label: 'E-mail',        isNumber: false, cell: ({ email }) => email ?? '' },
  { id: 'userType',         label: 'Role',          isNumber: false, cell: ({ userType }) => userType },
  { id: 'signupDate',       label: 'Signed up',     isNumber: false, cell: ({ signupDate }) => dateText(signupDate) },
  { id: 'lastActivityDate', label: 'Last activity', isNumber: false, cell: ({ lastActivityDate }) => dateText(lastActivityDate) || 'never' },
  figure('boards', 'Boards'),
  figure('posts', 'Posts'),
  figure('comments', 'Comments'),
  figure('reactions', 'Reactions'),
];

/** The roster, and how it can be changed. */
export interface RosterProps {
  readonly view: RosterView;
  readonly page: Known<RosterPage>;
  readonly roles: readonly string[];
  readonly onView: (change: Partial<RosterView>) => void;
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
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
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
}: { readonly page: RosterPage } & Pick<RosterProps, 'view' | 'onView'>) => (
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
                <bdi>{column.cell(row)}</bdi>
                {column.id === 'name' && !row.active ? <span class="tag">inactive</span> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The members of the organization: search, filters, sorting, pages and an export. */
export const RosterPanel = ({ view, page, roles, onView, exporting }: RosterProps) => {
  const state = missing(page);
  const { totalPages, totalCount } =
    page.kind === 'known' ? page.value : { totalPages: 0, totalCount: 0 };
  return (
    <section class="no-print" aria-labelledby="roster" data-roster>
      <header>
        <h2 id="roster">Roster</h2>
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
        <Rows page={page.value} view={view} onView={onView} />
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
