/**
 * Writes the metrics, tables and examples of docs/metrics.md: the core's catalog of meanings, and answers of a sample
 * school. With `--check` it writes nothing and fails when the page has others.
 */

import { readFileSync } from 'node:fs';
import {
  type Meaning,
  type MetricName,
  metricCatalog,
  metricMeanings,
  metricNames,
  propertyNames,
  rosterMeanings,
  statusMeanings,
} from '@tallyboard/core/vocabulary';
import { metricExamples, rosterExample } from './examples.js';
import { readMarkdown } from './markdown.js';
import { writeGenerated } from './repository.js';
import { ruleAnchors } from './site/rule-links.js';

const range = { from: '2026-10', to: '2026-11' };
const ranges = await metricExamples(metricNames, range);
const byMonth = metricNames.filter((name) => metricCatalog[name].monthlyKey !== null);
const series = await metricExamples(byMonth, { dimensions: ['month'], ...range });

/** JSON with a space where a reader takes breath; of a long list its beginning. */
const shown = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.slice(0, 2) : value)
    .replaceAll(/(?<=[,:])(?=["[{\dntf])(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ' ')
    .replace(/\]$/, () => (Array.isArray(value) && value.length > 2 ? ', ...]' : ']'));

const ruleLink = (number: string): string =>
  `[${number}](rules.md#${ruleAnchors.get(number) ?? ''})`;

/** The decisions about a metric: rows of the table of figures that name it. */
const decisions = readMarkdown(readFileSync('docs/decisions.md', 'utf8')).tables.flatMap(
  ({ rows }) =>
    rows.flatMap(([cell = '', figure = '']) => {
      const [, id] = /^\[(F\d+)\]/.exec(cell) ?? [];
      return id === undefined ? [] : [{ id, figure }];
    }),
);
const rulesOf = (name: MetricName): string => {
  const { properties, monthlyKey, contentSafety } = metricCatalog[name];
  const requirements = Object.values(properties).map(({ requirement }) => requirement);
  const numbers = [
    ...(requirements.includes('monthlyOnly') ? ['4.1.4'] : []),
    ...(requirements.includes('required') ? ['4.1.5'] : []),
    ...('status' in properties ? ['4.1.6'] : []),
    ...(monthlyKey === null ? ['4.1.8'] : []),
    ...(contentSafety ? ['4.1.9'] : []),
  ];
  const ids = decisions.filter(({ figure }) => figure.includes(`\`${name}\``)).map(({ id }) => id);
  return [...numbers.map(ruleLink), `[${ids.join(', ')}](decisions.md#figures)`].join(', ');
};

const metricSection = (name: MetricName, at: number): string => {
  const { label, sentence, counts, unit, example, related } = metricMeanings[name];
  const { properties, monthlyKey, contentSafety } = metricCatalog[name];
  const takes = propertyNames.flatMap((property) => {
    const taken = properties[property];
    if (taken === undefined) return [];
    const values = property === 'userType' ? '' : `: ${taken.values.join(', ')}`;
    const when = taken.requirement.replace('monthlyOnly', 'only with months');
    return [`[${property}](#properties-of-an-entry) (${when}${values})`];
  });
  const monthly = monthlyKey === null ? undefined : series[byMonth.indexOf(name)];
  const unitOf = unit === '' ? '' : `- Unit: ${unit}.${contentSafety ? ' Not for teams.' : ''}\n`;
  const byMonthOf = monthly === undefined ? '' : ` By month: \`${monthlyKey}\`.`;
  const relatedOf = related.map((one) => `[${metricMeanings[one].label}](#${one.toLowerCase()})`);
  const monthlyData = monthly === undefined ? '' : `\n"data": ${shown(monthly.data)} // by month`;
  const remark = name === 'subscription' ? ' // null: October is in two terms' : '';
  return `### ${name}

**${label}.** ${sentence} ${counts}

${unitOf}- Takes: ${takes.join(', ') || 'no property'}.${byMonthOf}
- Related: ${relatedOf.join(', ')}. Rules: ${rulesOf(name)}.

\`\`\`text
${shown(example)}
"data": ${shown(ranges[at]?.data)}${monthlyData}${remark}
\`\`\``;
};

const tableOf = (meanings: Readonly<Record<string, Meaning>>): string =>
  Object.entries(meanings)
    .map(([name, { label, sentence, counts }]) =>
      `| \`${name}\` | ${label} | ${sentence} ${counts} |`.replace(/ +\|$/, ' |'),
    )
    .join('\n');

/** The rest of the page is written by hand: each part follows a line of it, and ends before another. */
const parts: readonly (readonly [before: string, part: string, after: string])[] = [
  [
    '`npm start`, for October and November 2026.\n',
    metricNames.map((name) => `[${metricMeanings[name].label}](#${name.toLowerCase()})`).join(', '),
    '\n## How to ask',
  ],
  ['## Metrics\n', metricNames.map(metricSection).join('\n\n'), '\n## Properties of an entry'],
  [
    'The values of `userType`:\n',
    metricCatalog.wallEngagementMinutes.properties
      .userType!.values.map((word) => `\`${word}\``)
      .join(', '),
    '\nA list of `status`',
  ],
  ['| `status` | Name | Meaning |\n|---|---|---|', tableOf(statusMeanings), '\n## Columns'],
  ['| Column | Name | Meaning |\n|---|---|---|', tableOf(rosterMeanings), '\n```json'],
  [
    '```json',
    JSON.stringify(await rosterExample(`?from=${range.from}&to=${range.to}`), null, 2),
    '```',
  ],
];

const page = parts.reduce(
  (text, [before, part, after]) => {
    const [above, rest] = text.split(`\n${before}\n`);
    const end = rest?.indexOf(`\n${after}`) ?? -1;
    if (rest === undefined || end < 0) throw new Error(`docs/metrics.md has no ${before} ${after}`);
    return `${above}\n${before}\n${part}${rest.slice(end)}`;
  },
  readFileSync('docs/metrics.md', 'utf8'),
);
writeGenerated('docs/metrics.md', page, 'generate');
