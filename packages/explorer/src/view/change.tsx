import { changeOf } from '../model/format.js';

const directions = { up: 'more: ', down: 'less: ', same: '' } as const;

export const Change = ({
  now,
  before,
  was,
}: {
  readonly now: number;
  readonly before: number;
  readonly was: string;
}) => {
  const { direction, sign, text } = changeOf(now, before);
  return (
    <span class={`change ${direction}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{directions[direction]}</span>
      {text} <span class="was">{was}</span>
    </span>
  );
};
