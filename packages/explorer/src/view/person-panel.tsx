import { changeOf, datesText, dateText, nameText, numberText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import { datesOf, type Period } from '../model/period.js';
import type { Picture } from '../model/picture.js';
import { noPerson, type View } from '../model/view.js';
import type { PersonRows } from '../session/state.js';
import { type Actions, Lead } from './actions.js';
import { missing, StateText } from './state-text.js';

const counts = ['boards', 'posts', 'comments', 'reactions'] as const;

const Counts = ({ now, before }: PersonRows) => (
  <dl class="single">
    {counts.map((name) => {
      const [value, was] = [now?.[name] ?? 0, before?.[name] ?? null];
      const { direction, text } = changeOf(value, was ?? 0);
      const sign = { up: '▲ ', down: '▼ ', same: '' }[direction];
      return (
        <div key={name} data-figure={name}>
          <dt>{name}</dt>
          <dd>
            {numberText(value)}
            {was === null ? null : (
              <span class={`change ${direction}`}>
                {sign}
                {text} <span class="was">before {numberText(was)}</span>
              </span>
            )}
          </dd>
        </div>
      );
    })}
  </dl>
);

/** One person: their roster row now and in the months compared, and the ranked boards that they built. */
export const PersonPanel = ({
  view,
  person,
  period,
  picture,
  builders,
  actions,
  onFind,
}: {
  readonly view: View;
  readonly person: Known<PersonRows>;
  readonly period: Period | null;
  readonly picture: Picture;
  readonly builders: ReadonlyMap<string, string>;
  readonly actions: Actions;
  readonly onFind: (boards: readonly string[]) => void;
}) => {
  const state = missing(person);
  const rows = valueOr(person);
  const row = rows?.now ?? null;
  const ranked = picture.rankings
    .filter(({ leadsTo }) => leadsTo === 'board')
    .flatMap(({ bars }) => valueOr(bars) ?? []);
  const boards = [...new Map(ranked.map((bar) => [bar.id, bar])).values()];
  const unread = boards.filter(({ id }) => !builders.has(id));
  const mine = boards.filter(({ id }) => row !== null && builders.get(id) === row.username);
  const comparison = period?.comparison;
  return (
    <section class="panel person" aria-labelledby="person" data-person={view.person.id}>
      <header>
        <h2 id="person" tabIndex={-1}>
          <bdi>{nameText(row?.name ?? view.person.name, '(no name)')}</bdi>
        </h2>
        <Lead actions={actions} change={{ person: noPerson }} section="roster">
          Close
        </Lead>
      </header>
      {state === null ? null : <StateText state={state} />}
      {rows !== null && row === null ? <p>This person is no current member.</p> : null}
      {row === null || rows === null ? null : (
        <>
          <p class="note">
            {row.userType}
            {row.email === null ? '' : `, ${row.email}`}; signed up {dateText(row.signupDate)}; last
            activity {dateText(row.lastActivityDate) || 'never'}
          </p>
          <p class="note">
            {comparison?.kind === 'months'
              ? `${datesText(datesOf(comparison.now))}, compared with ${datesText(datesOf(comparison.before))}`
              : 'In the range'}
          </p>
          <Counts {...rows} />
          <p>
            {unread.length > 0 ? (
              <button type="button" onClick={() => onFind(unread.map(({ id }) => id))}>
                Find their boards in the rankings (reads {unread.length})
              </button>
            ) : mine.length === 0 ? (
              'None of the ranked boards is theirs.'
            ) : (
              'Their boards in the rankings: '
            )}
            {mine.map(({ id, label }, at) => (
              <>
                {at === 0 ? '' : ', '}
                <Lead actions={actions} change={{ board: id }}>
                  <bdi>{nameText(label, '(no title)')}</bdi>
                </Lead>
              </>
            ))}
          </p>
        </>
      )}
    </section>
  );
};
