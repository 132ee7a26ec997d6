import type { Meaning } from '@tallyboard/core/vocabulary';
import type { ComponentChildren } from 'preact';
import { changeOf, clockText, waitText } from '../model/format.js';
import type { Known } from '../model/known.js';
import { About, type Takeable, TakeButtons, useTab } from './page.js';

type Missing = Exclude<Known<never>, { readonly kind: 'known' }>;

/** What is said in place of a figure that is not there, in a few words. */
const missingText = (state: Missing, now: number): string => {
  switch (state.kind) {
    case 'asking':
      return 'Loading';
    case 'computing':
      return `Computing, ${waitText((state.until - now) / 1000)} left`;
    case 'held':
      return `More at ${clockText(state.until)}`;
    case 'failed':
      return 'Failed';
    case 'none':
      return 'Not known';
  }
};

/** A figure, or why it is not there, which never looks like a figure. */
export const Figure = <A,>({
  of,
  children,
}: {
  readonly of: Known<A>;
  readonly children: (value: A) => ComponentChildren;
}) => {
  const { now } = useTab();
  if (of.kind === 'known') return <>{children(of.value)}</>;
  return (
    <span class={`state state-${of.kind}`}>
      {missingText(of, now)}
      {'why' in of ? <small> {of.why}</small> : null}
    </span>
  );
};

/** A section under a heading that links can lead to. */
export const Section = ({
  id,
  title,
  about,
  take,
  beside,
  children,
  ...rest
}: {
  readonly id: string;
  readonly title: string;
  readonly about?: Meaning;
  readonly take?: Takeable;
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly 'data-chart'?: string;
}) => (
  <section aria-labelledby={id} {...rest}>
    <header>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {about === undefined ? null : <About of={about} />}
      {beside}
      {take === undefined ? null : <TakeButtons what={take} />}
    </header>
    {children}
  </section>
);

/** Buttons in a row: what each says, what it does, and whether it is shown. */
export const Buttons = ({
  all,
}: {
  readonly all: readonly (readonly [label: string, press: () => void, isThere: boolean])[];
}) =>
  all.map(([label, press, isThere]) =>
    isThere ? (
      <button key={label} type="button" onClick={press}>
        {label}
      </button>
    ) : null,
  );

/** Says that a figure is not there, and why; nothing for one that is. */
export const Missing = ({ of }: { readonly of: Known<unknown> }) =>
  of.kind === 'known' ? null : (
    <p class="blank">
      <Figure of={of}>{() => null}</Figure>
    </p>
  );

const directions = { up: 'more: ', down: 'less: ', same: '' } as const;

/** How a figure has changed, with what it was before in words. */
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

export const Single = ({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ComponentChildren, about?: Meaning])[];
}) => (
  <dl class="single">
    {rows.map(([name, value, about]) => (
      <div key={name} data-figure={name}>
        <dt>
          {name}
          {about === undefined ? null : <About of={about} />}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** A choice of one word; its label is for screen readers. */
export const Select = <A extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: A;
  readonly options: readonly (readonly [value: A, text: string])[];
  readonly onChoose: (value: A) => void;
}) => (
  <label>
    <span class="unseen">{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as A)}>
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
