import { chartEntry } from '../model/catalog.js';
import type { ChartPicture } from '../model/chart-picture.js';
import { usePage } from './page.js';

const chosenIn = ({ stacks }: ChartPicture): readonly string[] =>
  stacks.map(({ role }) => role).filter((role) => role !== 'others');

/** What the chart asks for: everybody together, and each role that it shows. */
export const entriesOf = (picture: ChartPicture, roles: readonly string[]) =>
  [null, ...chosenIn(picture)].map((role) => chartEntry(picture.chart, roles, role));

/** The roles, to be shown together or each by itself. */
export const RoleChoice = ({
  picture,
  roles,
  onRoles,
}: {
  readonly picture: ChartPicture;
  readonly roles: readonly string[];
  readonly onRoles: (roles: readonly string[]) => void;
}) => {
  const chosen = chosenIn(picture);
  if (picture.chart.roles === 'no') return null;
  const presets = [
    ['All together', []],
    ['By role', roles],
  ] as const;
  const toggled = (role: string): readonly string[] =>
    roles.filter((one) => chosen.includes(one) !== (one === role));
  return (
    <fieldset class="legend no-print">
      <legend class="unseen">Roles</legend>
      {presets.map(([label, shown]) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen.length === shown.length}
          onClick={() => onRoles(shown)}
        >
          {label}
        </button>
      ))}
      {chosen.length === 0
        ? null
        : roles.map((role) => (
            <button
              key={role}
              type="button"
              aria-pressed={chosen.includes(role)}
              onClick={() => onRoles(toggled(role))}
            >
              <span
                class={`swatch ${chosen.includes(role) ? `role-${chosen.indexOf(role)}` : ''}`}
                aria-hidden="true"
              />
              {role}
            </button>
          ))}
      {picture.stacks.length > chosen.length ? (
        <span class="key-of">
          <span class="swatch others" aria-hidden="true" /> others
        </span>
      ) : null}
    </fieldset>
  );
};

/** What the lines and colours of the chart mean. */
export const ChartNote = ({
  picture: { stacks, chart, months, before, partial, inRange },
}: {
  readonly picture: ChartPicture;
}) => {
  const { compare } = usePage().view;
  const isStacked = stacks.length > 0;
  const past = compare === 'year' ? 'A year before' : 'Months before';
  const keys = [
    ['key now', chart.label, !isStacked],
    ['key context', 'Before the range', !isStacked && inRange < months.length],
    ['key before', `${past}${isStacked ? ', all roles' : ''}`, before.kind === 'known'],
    [isStacked ? 'swatch open' : 'key open', 'A month that is not whole', partial.length > 0],
  ] as const;
  return (
    <p class="note">
      {keys.map(([style, text, isThere]) =>
        isThere ? (
          <span class="key-of" key={style}>
            <span class={style} aria-hidden="true" /> {text}
          </span>
        ) : null,
      )}
      {isStacked && chart.hasOthers
        ? 'Others are former members, people who were not signed in, and roles that are not shown.'
        : ''}
    </p>
  );
};
