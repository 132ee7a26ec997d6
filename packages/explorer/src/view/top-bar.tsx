import { clockText, numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import { noPerson, type View } from '../model/view.js';
import type { Allowance, SessionState } from '../session/state.js';
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
export const TopBar = ({
  state,
  view,
  change,
  onRefresh,
  onLeave,
}: {
  readonly state: SessionState;
  readonly view: View;
  readonly change: (changed: Partial<View>) => void;
  readonly onRefresh: () => void;
  readonly onLeave: () => void;
}) => {
  const list = valueOr(state.identity)?.organizations ?? [];
  const { organization: chosen } = view;
  const isListed = list.some(({ id }) => id === chosen);
  const options = list.map(({ id, name }) => [id, `${name || id} (…${id.slice(-4)})`] as const);
  const { metrics, roster } = state.allowances;
  const left = [leftText('metrics', metrics), leftText('roster', roster)].join(' ').trim();
  const isShown = chosen !== '';
  const buttons = [
    ['Refresh', onRefresh, isShown],
    ['Print', () => print(), isShown],
    ['Leave', onLeave, true],
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
