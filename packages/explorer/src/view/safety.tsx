import { FiguresChart } from '../chart/figures-chart.js';
import { numberText } from '../model/format.js';
import { valueOr } from '../model/known.js';
import type { FigurePicture, Picture } from '../model/picture.js';
import { figuresTable } from '../model/tables.js';
import { Bars } from './bars.js';
import { CopyButton } from './copy-button.js';
import type { Actions } from './copying.js';
import { missing, StateText } from './state-text.js';

const units = { '': '', ms: ' ms', '%': '%' } as const;

const valueText = (value: number | null, unit: FigurePicture['unit']): string =>
  value === null ? '' : `${numberText(value)}${units[unit]}`;

const Value = ({ figure }: { readonly figure: FigurePicture }) => {
  const state = missing(figure.value);
  if (state !== null) return <StateText state={state} />;
  const value = valueOr(figure.value);
  return value === null ? (
    <span class="of">nothing to measure</span>
  ) : (
    <>{valueText(value, figure.unit)}</>
  );
};

/** Content safety, or why there is none. */
export const Safety = ({
  picture,
  actions,
}: {
  readonly picture: Picture;
  readonly actions: Actions | null;
}) => (
  <section aria-labelledby="safety">
    <header>
      <h2 id="safety">Content safety</h2>
      {picture.noSafety === null ? (
        <CopyButton
          actions={actions}
          what={() => ({
            title: 'Content safety',
            call: { ...picture.calls.now, entries: picture.safety.map(({ entry }) => entry) },
            table: figuresTable(picture.safety),
            drawing: (width) => (
              <FiguresChart
                rows={picture.safety.map(({ label, unit, value }) => ({
                  label,
                  text: valueText(valueOr(value), unit),
                }))}
                width={width}
              />
            ),
          })}
        />
      ) : null}
    </header>
    {picture.noSafety === null ? (
      <>
        <dl class="single">
          {picture.safety.map((figure) => (
            <div key={figure.label} data-figure={figure.label}>
              <dt>{figure.label}</dt>
              <dd>
                <Value figure={figure} />
              </dd>
            </div>
          ))}
        </dl>
        <div class="columns">
          {picture.safetyLists.map((list) => (
            <Bars key={list.id} picture={list} call={picture.calls.now} actions={actions} isWords />
          ))}
        </div>
      </>
    ) : (
      <p class="note">{picture.noSafety}</p>
    )}
  </section>
);
