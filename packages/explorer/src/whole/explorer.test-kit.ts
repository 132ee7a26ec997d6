import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  look,
  overflowOf,
  type Sight,
  see,
} from '../../../../scripts/looked-at/browser.test-kit.js';
import { type Sample, sampleFacts } from '../../../arbitraries/src/sample/index.js';
import {
  openService,
  type Service,
  type ServiceOptions,
} from '../../../cli/src/serve/open-service.js';
import { encodeIndex } from '../../../core/src/engine.js';
import {
  buildIndex,
  columnsFrom,
  dayOfInstant,
  splitByOrganization,
} from '../../../core/src/index.js';
import { type Facts, type OrganizationType } from '../../../core/src/vocabulary.js';
import { instant } from '../../../http/src/sample-facts.test-kit.js';
import { indexFileOf } from '../index.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The instant at which services and pages stand. */
export const now = instant('2026-11-20T12:00:00Z');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A sample organization of some size, with its keys. */
export const sampleOf = (
  organizationType: OrganizationType,
  members: number,
  events: number,
): { readonly facts: Facts; readonly keys: Sample['keys'] } =>
  sampleFacts({ seed: 'explorer', organizationType, members, months: 40, events, now, sha256 });

/** The index of an organization at that instant, as the parts of a file. */
export const indexFile = (facts: Facts, organizationId: string): readonly Uint8Array[] => {
  const own = splitByOrganization(facts).get(organizationId)!;
  const [organization] = own.organization;
  const times = {
    createdOn: dayOfInstant(organization!.createdAt),
    billingTerms: own.billingTerm,
    today: dayOfInstant(now),
  };
  return indexFileOf(
    { organization: organization!, billingTerms: own.billingTerm },
    encodeIndex(buildIndex(columnsFrom(own), times)),
  );
};

/** A service at the instant of the tests. */
export const serviceOver = (
  facts: Facts,
  options: Partial<ServiceOptions> = {},
): Promise<Service> => openService({ facts, now, port: 0, ...options });

/** An explorer in a browser, and what it has sent so far. */
export interface Explored {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** What it has asked the API, such as `GET /v1/me`. */
  readonly requests: readonly string[];
}

/** How an explorer is opened: with a key, and the part of the address after `#`. */
export interface Opening extends Sight {
  readonly key: string;
  readonly view?: string;
}

/** Opens the explorer of a service, and enters a key. */
export const explore = async (
  browser: Browser,
  service: string,
  { key, view = '', ...sight }: Opening,
): Promise<Explored> => {
  const { page, complaints } = await look(browser, `${service}/explore#${view}`, sight, now);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) requests.push(`${request.method()} ${pathname}`);
  });
  await page.fill('input[name=key]', key);
  await page.click('button.primary');
  return { page, complaints, requests };
};

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe-core finds, as sentences; `rules` are tags or names of rules. */
export const violationsOf = async (
  page: Page,
  rules: readonly string[] = standards,
): Promise<readonly string[]> => {
  // By the protocol of the browser: the policy of the page would refuse a script element.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  return page.evaluate(`axe.run({
    runOnly: ${JSON.stringify(rules)},
    resultTypes: ['violations'],
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`);
};

/**
 * Looks at an open page wide and narrow, light and dark: nothing that axe-core finds, and nothing to scroll
 * sideways. Of its rules only that of contrast depends on the colours; all others are run once for each width.
 */
export const expectOpenToAll = async (page: Page): Promise<void> => {
  for (const [width, scheme, rules] of [
    [1440, 'light', standards],
    [1440, 'dark', ['color-contrast']],
    [768, 'light', standards],
    [768, 'dark', ['color-contrast']],
    [360, 'dark', standards],
    [360, 'light', ['color-contrast']],
  ] as const) {
    await see(page, { width, scheme });
    expect([width, scheme, await violationsOf(page, rules)]).toEqual([width, scheme, []]);
    expect(await overflowOf(page)).toBe(0);
  }
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
