import { countText, nameText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { recordOf, type SessionState } from '../session/state.js';
import { missing, StateText } from './parts.js';

export const Choice = ({
  state,
  onChoose,
}: {
  readonly state: SessionState;
  readonly onChoose: (id: string) => void;
}) => {
  const { identity } = state;
  const unknown = missing(identity);
  const organizations = valueOr(identity)?.organizations ?? [];
  return (
    <section aria-labelledby="choice">
      <h1 id="choice">Your organizations</h1>
      {unknown === null ? null : <StateText state={unknown} />}
      {unknown === null && organizations.length === 0 ? (
        <p>This key has no organizations.</p>
      ) : null}
      <ul class="cards choice">
        {organizations.map(({ id, name, type }) => {
          const count = valueOr(recordOf(state, 'members', id)) ?? Number.NaN;
          const counted = Number.isNaN(count) ? '' : `, ${countText(count, 'member')}`;
          return (
            <li key={id}>
              <button type="button" class="card" onClick={() => onChoose(id)}>
                <strong>
                  <bdi>{nameText(name, '(no name)')}</bdi>
                </strong>
                <span class="note">
                  {type}
                  {counted}, id …{id.slice(-4)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
