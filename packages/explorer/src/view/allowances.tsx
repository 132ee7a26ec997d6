import { waitText } from '../model/format.js';
import type { Allowance, SessionState } from '../session/state.js';
import { useNow } from './now.js';

const Left = ({
  name,
  allowance,
}: {
  readonly name: string;
  readonly allowance: Allowance | null;
}) => {
  const now = useNow();
  if (allowance === null) return <span>{name}: unknown</span>;
  const { remaining, limit, resetSeconds } = allowance.notice;
  const back = allowance.at + resetSeconds * 1000 - now;
  const wait = remaining === 0 && back > 0 ? `, more in ${waitText(back / 1000)}` : '';
  return (
    <span class={remaining === 0 ? 'used-up' : ''}>
      {name}: {remaining}
      {limit === null ? '' : ` of ${limit}`}
      {wait}
    </span>
  );
};

/** The requests that are left in this hour; nothing for a service that does not say. */
export const Allowances = ({ of }: { readonly of: SessionState['allowances'] }) => (
  <p class="allowances" data-allowances>
    {of.metrics === null && of.roster === null ? null : (
      <>
        <span>Requests left</span>
        <Left name="figures" allowance={of.metrics} />
        <Left name="roster" allowance={of.roster} />
      </>
    )}
  </p>
);
