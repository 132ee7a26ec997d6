import type { RosterPage } from '@tallyboard/client';
import {
  type RosterRow,
  type RosterSort,
  rosterMeanings,
  rosterRoles,
} from '@tallyboard/core/vocabulary';
import { countText, dateText, nameText, numberText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import { firstRoster, type RosterView, rosterCounts } from '../model/view.js';
import { type Actions, Lead } from './actions.js';
import { fieldText } from './dom.js';
import { ExportButton, type Exporting } from './export-button.js';
import { Missing, Section, Select } from './parts.js';

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
  isNumber: rosterCounts.some((count) => count === id),
  cell,
});

/** The columns, in the order of the page: what a phone shows first comes first. */
const columns: readonly Column[] = [
  column('name', ({ name }) => nameText(name, '(no name)')),
  ...rosterCounts.map((id) => column(id, (row) => numberText(row[id]))),
  column('lastActivityDate', ({ lastActivityDate }) => dateText(lastActivityDate) || 'never'),
  column('userType', ({ userType }) => userType),
  column('signupDate', ({ signupDate }) => dateText(signupDate)),
  column('email', ({ email }) => email ?? ''),
];

export interface RosterProps {
  readonly view: RosterView;
  readonly page: Known<RosterPage>;
  readonly roles: readonly string[];
  readonly onView: (change: Partial<RosterView>) => void;
  readonly actions: Actions;
  readonly exporting: Exporting;
}

const Heading = ({
  column: { id, label, isNumber },
  view,
  onView,
}: { readonly column: Column } & Pick<RosterProps, 'view' | 'onView'>) => {
  const [isSorted, isUp] = [view.sort === id, view.order === 'asc'];
  const next = (isSorted ? !isUp : !isNumber) ? 'asc' : 'desc';
  const sorted = isUp ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={isSorted ? sorted : 'none'} class={isNumber ? 'number' : ''}>
      <button type="button" onClick={() => onView({ sort: id, order: next })}>
        {label}
        <span aria-hidden="true">{isSorted ? (isUp ? ' ▲' : ' ▼') : ''}</span>
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
    <Select
      label="Activity"
      value={view.status ?? ''}
      options={[
        ['', 'Active or not'],
        ['active', 'Have contributed'],
        ['inactive', 'Have not contributed'],
      ]}
      onChoose={(status) => onView({ status: status || null })}
    />
    <Select
      label="Role"
      value={view.role ?? ''}
      options={[
        ['', 'Every role'],
        ...rosterRoles.filter((role) => roles.includes(role)).map((role) => [role, role] as const),
      ]}
      onChoose={(role) => onView({ role: role || null })}
    />
  </form>
);

interface RowsProps extends Pick<RosterProps, 'view' | 'onView' | 'actions'> {
  readonly page: RosterPage;
}

const Rows = ({ page, view, onView, actions }: RowsProps) => (
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

const Pages = ({ page, view, onView }: RowsProps) => (
  <nav class="pages" aria-label="Pages of the roster">
    <button
      type="button"
      disabled={view.page <= 1}
      onClick={() => onView({ page: Math.min(view.page - 1, page.totalPages) })}
    >
      Previous
    </button>
    <span>
      Page {numberText(view.page)} of {numberText(page.totalPages)},{' '}
      {countText(page.totalCount, 'member')}
    </span>
    <button
      type="button"
      disabled={view.page >= page.totalPages}
      onClick={() => onView({ page: view.page + 1 })}
    >
      Next
    </button>
  </nav>
);

/** The members of the organization: search, filters, sorting, pages and an export. */
export const RosterPanel = ({ page, roles, exporting, ...props }: RosterProps) => {
  const known = valueOr(page);
  const filters = (
    <>
      <Filters {...props} roles={roles} />
      {known === null ? null : <ExportButton totalCount={known.totalCount} exporting={exporting} />}
    </>
  );
  return (
    <Section
      id="roster"
      title="Roster"
      class="no-print"
      about={rosterMeanings.active}
      beside={filters}
    >
      <Missing of={page} />
      {known?.totalCount === 0 ? (
        <p class="empty">
          No members match.{' '}
          <button type="button" onClick={() => props.onView(firstRoster)}>
            Show all
          </button>
        </p>
      ) : null}
      {known === null || known.totalCount === 0 ? null : (
        <>
          <Rows page={known} {...props} />
          <Pages page={known} {...props} />
        </>
      )}
    </Section>
  );
};
