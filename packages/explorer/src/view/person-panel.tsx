import { datesText, dateText, nameText, numberText } from '../model/format.js';
import { type Known, valueOr } from '../model/known.js';
import { datesOf } from '../model/period.js';
import { noPerson, rosterCounts, type View } from '../model/view.js';
import type { PersonRows } from '../session/state.js';
import { Lead } from './actions.js';
import { Change } from './change.js';
import { Missing, type PartProps, Single } from './parts.js';

const Counts = ({ now, before }: PersonRows) => (
  <Single
    rows={rosterCounts.map((name) => {
      const [value, was] = [now?.[name] ?? 0, before?.[name]];
      const change =
        was === undefined ? null : (
          <Change now={value} before={was} was={`before ${numberText(was)}`} />
        );
      return [
        name,
        <>
          {numberText(value)}
          {change}
        </>,
      ];
    })}
  />
);

interface PersonProps extends PartProps {
  readonly view: View;
  readonly person: Known<PersonRows>;
  /** The username of the builder, by board. */
  readonly builders: ReadonlyMap<string, string>;
  readonly onFind: (boards: readonly string[]) => void;
}

const Boards = ({
  username,
  picture,
  builders,
  actions,
  onFind,
}: { readonly username: string | null } & Omit<PersonProps, 'view' | 'person'>) => {
  const ranked = picture.rankings
    .filter(({ leadsTo }) => leadsTo === 'board')
    .flatMap(({ bars }) => valueOr(bars) ?? []);
  const boards = [...new Map(ranked.map((bar) => [bar.id, bar])).values()];
  const unread = boards.filter(({ id }) => !builders.has(id));
  if (unread.length > 0) {
    return (
      <button type="button" onClick={() => onFind(unread.map(({ id }) => id))}>
        Find their boards in the rankings (reads {unread.length})
      </button>
    );
  }
  const mine = boards.filter(({ id }) => builders.get(id) === username);
  if (mine.length === 0) return <p>None of the ranked boards is theirs.</p>;
  return (
    <p>
      Their boards in the rankings:{' '}
      {mine.map(({ id, label }, at) => (
        <>
          {at === 0 ? '' : ', '}
          <Lead actions={actions} change={{ board: id }}>
            <bdi>{nameText(label, '(no title)')}</bdi>
          </Lead>
        </>
      ))}
    </p>
  );
};

/** One person: their roster row now and in the months compared, and the ranked boards that they built. */
export const PersonPanel = ({ view, person, ...props }: PersonProps) => {
  const rows = valueOr(person);
  const row = rows?.now ?? null;
  const comparison = props.picture.calls.period?.comparison;
  const spans = comparison?.kind === 'months' ? [comparison.now, comparison.before] : [];
  return (
    <section class="panel person" aria-labelledby="person" data-person={view.person.id}>
      <header>
        <h2 id="person" tabIndex={-1}>
          <bdi>{nameText(row?.name ?? view.person.name, '(no name)')}</bdi>
        </h2>
        <Lead actions={props.actions} change={{ person: noPerson }} section="roster">
          Close
        </Lead>
      </header>
      <Missing of={person} />
      {rows !== null && row === null ? <p>This person is no current member.</p> : null}
      {row === null || rows === null ? null : (
        <>
          <p class="note">
            {row.userType}
            {row.email === null ? '' : `, ${row.email}`}; signed up {dateText(row.signupDate)}; last
            activity {dateText(row.lastActivityDate) || 'never'}
          </p>
          <p class="note">
            {spans.map((span) => datesText(datesOf(span))).join(', compared with ') ||
              'In the range'}
          </p>
          <Counts {...rows} />
          <Boards username={row.username} {...props} />
        </>
      )}
    </section>
  );
};
