import { clockText, numberText } from '../model/format.js';
import { noPerson } from '../model/view.js';
import { type Allowance, organizationsIn } from '../session/state.js';
import { useTab } from './page.js';
import { Buttons, Select } from './parts.js';

/** What is left of an allowance, once it is below a third. */
const leftText = (name: string, allowance: Allowance | null): string => {
  if (allowance === null) return '';
  const { remaining, limit, resetSeconds } = allowance.notice;
  if (remaining > (limit ?? Number.POSITIVE_INFINITY) / 3) return '';
  const until = clockText(allowance.at + resetSeconds * 1000);
  if (remaining === 0) return `No ${name} requests left; more at ${until}.`;
  return `${numberText(remaining)} of ${limit === null ? '?' : numberText(limit)} ${name} requests left this hour.`;
};

/** The bar on top: the choice of an organization, what is left of the allowances, and what can be done. */
export const TopBar = () => {
  const { connected, state, view, change, leave } = useTab();
  const list = organizationsIn(state);
  const { organization: chosen } = view;
  const isListed = list.some(({ id }) => id === chosen);
  const options = list.map(({ id, name }) => [id, `${name || id} (…${id.slice(-4)})`] as const);
  const { metrics, roster } = state.allowances;
  const left = [leftText('metrics', metrics), leftText('roster', roster)].join(' ').trim();
  const isShown = chosen !== '';
  const buttons = [
    ['Refresh', () => connected.session.refresh(), isShown],
    ['Print', () => print(), isShown],
    ['Leave', leave, true],
  ] as const;
  return (
    <header class="bar no-print">
      <span class="brand">Tallyboard</span>
      {list.length > 1 && chosen !== '' ? (
        <Select
          label="Organization"
          value={chosen}
          options={[
            ...(isListed ? [] : [[chosen, chosen] as const]),
            ...options,
            ['', 'All organizations'],
          ]}
          onChoose={(organization) =>
            change({ organization, board: '', roles: [], person: noPerson })
          }
        />
      ) : null}
      <p class="allowances" data-allowances>
        {left}
      </p>
      <span class="buttons">
        <Buttons all={buttons} />
      </span>
    </header>
  );
};
