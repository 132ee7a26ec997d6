import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { addSample, type Sample } from '../../packages/cli/src/generate/sample.js';
import {
  openService,
  type Service,
  type ServiceOptions,
} from '../../packages/cli/src/serve/open-service.js';
import {
  type FactByKind,
  type FactKind,
  type Facts,
  noFacts,
  type OrganizationType,
} from '../../packages/core/src/vocabulary.js';
import { instant } from '../../packages/http/src/sample-facts.test-kit.js';
import { look, type Sight } from './browser.test-kit.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The instant at which services and pages stand. */
export const now = instant('2026-11-20T12:00:00Z');

/** A sample organization of some size, with its keys. */
export const sampleOf = (
  organizationType: OrganizationType,
  members: number,
  events: number,
): { readonly facts: Facts; readonly keys: Sample['keys'] } => {
  const facts = noFacts();
  const { keys } = addSample(
    { seed: 'explorer', organizationType, members, months: 40, events, now },
    (kind, fact) => {
      (facts[kind] as FactByKind[FactKind][]).push(fact);
    },
  );
  return { facts, keys };
};

/** A service at the instant of the tests. */
export const serviceOver = (
  facts: Facts,
  options: Partial<ServiceOptions> = {},
): Promise<Service> => openService({ facts, now, port: 0, ...options });

/** One request of the page, with its answer. */
export interface Exchanged {
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly json: unknown;
}

/** An explorer in a browser, and what it has sent. */
export interface Explored {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly exchanged: () => Promise<readonly Exchanged[]>;
  readonly close: () => Promise<void>;
}

/** How an explorer is opened. */
export interface Opening extends Sight {
  readonly key: string;
  /** The part of the address after `#`. */
  readonly view?: string;
  /** Leaves the time of the page alone, so that it can be measured. */
  readonly isTimed?: boolean;
}

/** Has the page note when its first chart is on the screen: in the frame after the one that drew it. */
const noteFirstChart = `new MutationObserver((_, observer) => {
  if (document.querySelector('.time-chart') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { window.firstChartAt = performance.now(); }));
}).observe(document.body, { childList: true, subtree: true })`;

/** Has the page keep what it sent and what was answered. */
const keepAnswers = `(() => {
  const { fetch } = window;
  window.exchanged = [];
  window.fetch = async (address, request) => {
    const response = await fetch(address, request);
    const { pathname, search } = new URL(address);
    window.exchanged.push({
      path: pathname + search,
      body: JSON.parse(request.body ?? 'null'),
      status: response.status,
      json: await response.clone().json(),
    });
    return response;
  };
})()`;

/**
 * Milliseconds from the end of the answer by month, which is the second asked for, to the first chart, as the
 * browser measures them; and the processor's time that the page has used until then.
 */
export const firstChartMs = async (
  page: Page,
): Promise<readonly [onClock: number, ofProcessor: number]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const onClock = await page.evaluate<number>(`new Promise((resolve) => {
    const look = () => window.firstChartAt === undefined ? setTimeout(look, 20) : resolve(
      window.firstChartAt - performance.getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/analytics')).sort((a, b) => a.startTime - b.startTime)[1].responseEnd);
    look();
  })`);
  const { metrics } = await session.send('Performance.getMetrics');
  const task = metrics.find(({ name }) => name === 'TaskDuration');
  return [onClock, (task?.value ?? Number.NaN) * 1000];
};

/** Opens the explorer of a service, and enters a key. */
export const explore = async (
  browser: Browser,
  service: string,
  { key, view = '', isTimed = false, ...sight }: Opening,
): Promise<Explored> => {
  const address = `${service}/explore#${view}`;
  const { page, complaints } = await look(browser, address, sight, isTimed ? undefined : now);
  await page.evaluate(noteFirstChart);
  await page.evaluate(keepAnswers);
  await page.fill('input[name=key]', key);
  await page.click('button.primary');
  return {
    page,
    complaints,
    exchanged: () => page.evaluate<readonly Exchanged[]>('window.exchanged'),
    close: () => page.context().close(),
  };
};

/** What axe-core finds, as sentences. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  // By the protocol of the browser: the policy of the page would refuse a script element.
  await page.evaluate(axe);
  return page.evaluate(`axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`);
};

/** All that stands on a page, by its names in the API. */
export interface Shown {
  readonly cards: Readonly<Record<string, string>>;
  readonly bars: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly figures: Readonly<Record<string, string>>;
  readonly months: readonly (readonly string[])[];
  readonly roster: readonly (readonly string[])[];
}

/** Reads the page as a person would. */
export const shownOn = (page: Page): Promise<Shown> =>
  page.evaluate(`(() => {
    const all = (from, selector) => [...from.querySelectorAll(selector)];
    const text = (of) => of ? of.textContent.trim() : '';
    for (const details of all(document, 'details.figures')) details.open = true;
    return {
      cards: Object.fromEntries(all(document, '[data-card]').map((card) =>
        [card.dataset.card, text(card.querySelector('.figure').firstChild)])),
      bars: Object.fromEntries(all(document, '[data-bars]').map((list) =>
        [list.dataset.bars, all(list, 'li').map((item) =>
          [text(item.querySelector('.name')), text(item.querySelector('.value'))])])),
      figures: Object.fromEntries(all(document, '[data-figure]').map((figure) =>
        [figure.dataset.figure, text(figure.querySelector('dd'))])),
      months: all(document, '[data-chart] .figures tbody tr').map((row) => all(row, 'td').map(text)),
      roster: all(document, '.roster tbody tr').map((row) => all(row, 'td').map((cell) =>
        text(cell.querySelector('bdi')))),
    };
  })()`);
