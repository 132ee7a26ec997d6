import type { RosterPage } from '@tallyboard/client';
import {
  type RosterRow,
  type RosterSort,
  rosterMeanings,
  rosterRoles,
  statusMeanings,
} from '@tallyboard/core/vocabulary';
import { countText, dateText, nameText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { firstRoster, type RosterView, rosterCounts } from '../model/view.js';
import { rosterOf } from '../session/state.js';
import { fieldText } from './dom.js';
import { ExportButton } from './export-button.js';
import { Lead, usePage } from './page.js';
import { Missing, Section, Select } from './parts.js';
import { useLast } from './use-view.js';

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

/** What the words in front of a name mean. */
const notActive = { ...statusMeanings.inactive, label: 'No contributions' };

/** The filters and the sorting, and how to change them: another choice begins at the first page. */
const useRoster = () => {
  const { view, go } = usePage();
  const change = (changed: Partial<RosterView>): void =>
    go({ roster: { ...view.roster, page: 1, ...changed } });
  return [view.roster, change] as const;
};

const Heading = ({ column: { id, label, isNumber } }: { readonly column: Column }) => {
  const [view, change] = useRoster();
  const [isSorted, isUp] = [view.sort === id, view.order === 'asc'];
  const next = (isSorted ? !isUp : !isNumber) ? 'asc' : 'desc';
  const sorted = isUp ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={isSorted ? sorted : 'none'} class={isNumber ? 'number' : ''}>
      <button type="button" onClick={() => change({ sort: id, order: next })}>
        {label}
        <span aria-hidden="true">{isSorted ? (isUp ? ' ▲' : ' ▼') : ''}</span>
      </button>
    </th>
  );
};

const Filters = ({ roles }: { readonly roles: readonly string[] }) => {
  const [view, change] = useRoster();
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        change({ q: fieldText(new FormData(event.currentTarget), 'q') });
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
        onChoose={(status) => change({ status: status || null })}
      />
      <Select
        label="Role"
        value={view.role ?? ''}
        options={[
          ['', 'Every role'],
          ...rosterRoles
            .filter((role) => roles.includes(role))
            .map((role) => [role, role] as const),
        ]}
        onChoose={(role) => change({ role: role || null })}
      />
    </form>
  );
};

const Rows = ({ page }: { readonly page: RosterPage }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label="Roster, table">
    <table class="roster">
      <caption class="unseen">Members, with what they made in the range</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.id} column={column} />
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
                    <Lead change={{ person: { id: row.id, name: row.name } }} section="person">
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

const Pages = ({ page }: { readonly page: RosterPage }) => {
  const [view, change] = useRoster();
  return (
    <nav class="pages" aria-label="Pages of the roster">
      <button
        type="button"
        disabled={view.page <= 1}
        onClick={() => change({ page: Math.min(view.page - 1, page.totalPages) })}
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
        onClick={() => change({ page: view.page + 1 })}
      >
        Next
      </button>
    </nav>
  );
};

const Columns = () => (
  <details class="figures">
    <summary>What the columns mean</summary>
    <dl class="meanings">
      {[...columns.map(({ id }) => rosterMeanings[id]), notActive].map(
        ({ label, sentence, counts }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {sentence} {counts}
            </dd>
          </div>
        ),
      )}
    </dl>
  </details>
);

/** The members of the organization: search, filters, sorting, pages and an export. */
export const RosterPanel = () => {
  const { state, view, picture, calls, go } = usePage();
  const page = rosterOf(state, calls);
  // The last rows stay while others cannot be had.
  const shown = useLast(valueOr(page), view.organization);
  const isOld = page.kind !== 'known' && page.kind !== 'asking';
  return (
    <Section
      id="roster"
      title="Roster"
      class="no-print"
      beside={
        <>
          <Filters roles={picture.roles} />
          {shown === null ? null : <ExportButton totalCount={shown.totalCount} />}
        </>
      }
    >
      {shown === null || isOld ? <Missing of={page} /> : null}
      {shown?.totalCount === 0 ? (
        <p class="empty">
          No members match.{' '}
          <button type="button" onClick={() => go({ roster: firstRoster })}>
            Show all
          </button>
        </p>
      ) : null}
      {shown === null || shown.totalCount === 0 ? null : (
        <div class={isOld ? 'old' : ''}>
          <Rows page={shown} />
          <Pages page={shown} />
          <Columns />
        </div>
      )}
    </Section>
  );
};
