import { rosterMeanings } from '@tallyboard/core/vocabulary';
import { personKey } from '../model/calls.js';
import { countText, datesText, dateText, nameText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { datesOf } from '../model/period.js';
import { noPerson, rosterCounts } from '../model/view.js';
import { type PersonRows, recordOf } from '../session/state.js';
import { Lead, usePage } from './page.js';
import { Change, Missing, Single } from './parts.js';

const Counts = ({ now, before }: PersonRows) => (
  <Single
    rows={rosterCounts.map((name) => {
      const [value, was] = [now?.[name] ?? 0, before?.[name]];
      const change =
        was === undefined ? null : (
          <Change now={value} before={was} was={`before ${numberText(was)}`} />
        );
      return [rosterMeanings[name].label, [numberText(value), change], rosterMeanings[name]];
    })}
  />
);

/** The boards of the rankings that a person built. */
const Boards = ({ username }: { readonly username: string | null }) => {
  const { connected, state, picture } = usePage();
  const ranked = picture.rankings
    .filter(({ leadsTo }) => leadsTo === 'board')
    .flatMap(({ bars }) => valueOr(bars) ?? []);
  const boards = [...new Map(ranked.map((bar) => [bar.id, bar])).values()];
  const builderOf = (id: string) => valueOr(recordOf(state, 'builder', id));
  const unread = boards.map(({ id }) => id).filter((id) => builderOf(id) === null);
  if (unread.length > 0) {
    return (
      <button type="button" onClick={() => connected.session.findBuilders(unread)}>
        Find their boards in the rankings (uses {countText(unread.length, 'request')})
      </button>
    );
  }
  const mine = boards.filter(({ id }) => builderOf(id) === username);
  if (mine.length === 0) return <p>None of the ranked boards is theirs.</p>;
  return (
    <p>
      Their boards in the rankings:{' '}
      {mine.map(({ id, label }, at) => (
        <>
          {at === 0 ? '' : ', '}
          <Lead change={{ board: id }} section="board">
            <bdi>{nameText(label, '(no title)')}</bdi>
          </Lead>
        </>
      ))}
    </p>
  );
};

/** One person: their roster row now and in the months compared, and the ranked boards that they built. */
export const PersonPanel = () => {
  const { state, view, calls } = usePage();
  const { period } = calls;
  const person = recordOf(state, 'person', personKey(view, period));
  const rows = valueOr(person);
  const row = rows?.now ?? null;
  const comparison = period?.comparison;
  const spans = comparison?.kind === 'months' ? [comparison.now, comparison.before] : [];
  return (
    <section class="panel person" aria-labelledby="person" data-person={view.person.id}>
      <header>
        <h2 id="person" tabIndex={-1}>
          <bdi>{nameText(row?.name ?? view.person.name, '(no name)')}</bdi>
        </h2>
        <Lead change={{ person: noPerson }} section="roster">
          Close
        </Lead>
      </header>
      <Missing of={person} />
      {rows !== null && row === null ? (
        <p>
          {rows.isSearched
            ? 'This person is no current member.'
            : 'Too many members have this name: search the roster for an e-mail address.'}
        </p>
      ) : null}
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
          <Boards username={row.username} />
        </>
      )}
    </section>
  );
};
