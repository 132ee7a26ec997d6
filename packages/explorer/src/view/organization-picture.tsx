import type { Picture } from '../model/picture.js';
import { Bars } from './bars.js';
import { Cards } from './cards.js';
import type { Actions } from './copying.js';
import { type ChartChoice, MainChart } from './main-chart.js';
import { Safety } from './safety.js';
import { SubscriptionPanel } from './subscription.js';

/** An organization at a glance: the same in the page and in a report, which has no actions. */
export const OrganizationPicture = ({
  picture,
  actions,
  choice,
}: {
  readonly picture: Picture;
  readonly actions: Actions | null;
  readonly choice: ChartChoice | null;
}) => (
  <>
    <Cards picture={picture} actions={actions} />
    <MainChart picture={picture} actions={actions} choice={choice} />
    <section aria-labelledby="rankings">
      <header>
        <h2 id="rankings">Rankings</h2>
      </header>
      <div class="columns">
        {picture.rankings.map((ranking) => (
          <Bars key={ranking.id} picture={ranking} call={picture.calls.now} actions={actions} />
        ))}
        <Bars picture={picture.attachments} call={picture.calls.now} actions={actions} isWords />
        <SubscriptionPanel
          subscription={picture.subscription}
          call={picture.calls.now}
          actions={actions}
        />
      </div>
    </section>
    <Safety picture={picture} actions={actions} />
  </>
);
