import { figureKey, membersCall } from '../model/calls.js';
import { membersEntry } from '../model/catalog.js';
import { countText, nameText } from '../model/format.js';
import { asking, type Known } from '../model/known.js';
import { organizationsIn, recordOf } from '../session/state.js';
import { useTab } from './page.js';
import { Missing } from './parts.js';

export const Choice = () => {
  const { state, change } = useTab();
  const identity = recordOf(state, 'identity', '');
  const organizations = organizationsIn(state);
  const membersOf = (id: string): string => {
    const count = (state.known.get(figureKey(membersCall(id), membersEntry)) ??
      asking) as Known<number>;
    return count.kind === 'known' ? `, ${countText(count.value, 'member')}` : '';
  };
  return (
    <section aria-labelledby="choice">
      <h1 id="choice">Your organizations</h1>
      <Missing of={identity} />
      {identity.kind === 'known' && organizations.length === 0 ? (
        <p>This key has no organizations.</p>
      ) : null}
      <ul class="cards choice">
        {organizations.map(({ id, name, type }) => (
          <li key={id}>
            <button type="button" class="card" onClick={() => change({ organization: id })}>
              <strong>
                <bdi>{nameText(name, '(no name)')}</bdi>
              </strong>
              <span class="note">
                {type}
                {membersOf(id)}, id …{id.slice(-4)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
