import type { Picture } from '../model/picture.js';
import type { View } from '../model/view.js';
import type { Actions } from './actions.js';
import { BarsColumns } from './bars.js';
import { Answers, Cards } from './cards.js';
import { type ChartChoice, MainChart } from './main-chart.js';
import { Safety, SubscriptionPanel } from './panels.js';

/** An organization at a glance: the same in the page and in a report, which has no actions. */
export const OrganizationPicture = ({
  picture,
  view,
  actions,
  choice,
}: {
  readonly picture: Picture;
  readonly view: View;
  readonly actions: Actions | null;
  readonly choice: ChartChoice | null;
}) => (
  <>
    <Answers picture={picture} actions={actions} roster={view.roster} />
    <Cards picture={picture} actions={actions} />
    <MainChart picture={picture} actions={actions} choice={choice} compare={view.compare} />
    <section aria-labelledby="rankings">
      <header>
        <h2 id="rankings" tabIndex={-1}>
          Rankings
        </h2>
      </header>
      <BarsColumns
        list={[...picture.rankings, picture.attachments]}
        call={picture.calls.now}
        actions={actions}
      />
    </section>
    <Safety picture={picture} actions={actions} />
    <SubscriptionPanel picture={picture} actions={actions} />
  </>
);
