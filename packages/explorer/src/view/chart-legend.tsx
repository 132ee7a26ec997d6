import type { ChartPicture } from '../model/chart-picture.js';
import { valueOr } from '../model/known.js';
import { usePage } from './page.js';

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
  const { roles: chosen } = picture;
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
      {valueOr(picture.series)?.stacks.at(-1)?.role === 'others' ? (
        <span class="key-of">
          <span class="swatch others" aria-hidden="true" /> others
        </span>
      ) : null}
    </fieldset>
  );
};

/** What the lines and colours of the chart mean. */
export const ChartNote = ({
  picture: { series, roles, chart, months, partial, inRange },
}: {
  readonly picture: ChartPicture;
}) => {
  const { compare } = usePage().view;
  const isStacked = roles.length > 0;
  const past = compare === 'year' ? 'A year before' : 'Months before';
  const keys = [
    ['key now', chart.label, !isStacked],
    ['key context', 'Before the range', !isStacked && inRange < months.length],
    [
      'key before',
      `${past}${isStacked ? ', all roles' : ''}`,
      (valueOr(series)?.before ?? null) !== null,
    ],
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
