/**
 * Writes docs/metrics.md from the core's catalog of meanings, with the answers of a sample school. With `--check` it
 * writes nothing and fails when the file on disk is another one.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
import { createHandler, memoryPorts } from '@tallyboard/http';
import { readMarkdown } from './markdown.js';
import { makeSample, now } from './openapi-examples.js';
import { writeGenerated } from './repository.js';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const range = { from: '2026-10', to: '2026-11' };
const sample = makeSample();
const answer = createHandler(memoryPorts(sample.facts, { now }));
const analytics = `http://localhost/v1/organizations/${sample.organizationId}/analytics`;
const headers = { 'X-API-KEY': sample.key, 'Content-Type': 'application/json' };

interface Item {
  readonly name: string;
  readonly data: unknown;
}
const ask = async (metrics: readonly object[], more = {}): Promise<readonly Item[]> => {
  const body = JSON.stringify({ metrics, ...range, ...more });
  const response = await answer(new Request(analytics, { method: 'POST', headers, body }));
  if (response.status !== 200) throw new Error(await response.text());
  const { data } = (await response.json()) as {
    readonly data: { readonly attributes: { readonly metrics: readonly Item[] } };
  };
  return data.attributes.metrics;
};

const ranges = await ask(metricNames.map((name) => metricMeanings[name].example));
const byMonth = metricNames.filter((name) => metricCatalog[name].monthlyKey !== null);
const series = await ask(
  byMonth.map((name) => metricMeanings[name].example),
  { dimensions: ['month'] },
);
const row = await answer(
  new Request(`${analytics}/users?perPage=1&from=2026-10&to=2026-11`, { headers }),
);
const roster = (await row.json()) as { readonly data: readonly object[] };

/** JSON with a space where a reader takes breath; of a long list its beginning. */
const shown = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.slice(0, 2) : value)
    .replaceAll(/(?<=[,:])(?=["[{\dntf])(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ' ')
    .replace(/\]$/, () => (Array.isArray(value) && value.length > 2 ? ', ...]' : ']'));

const rulesPage = readMarkdown(readFileSync('docs/rules.md', 'utf8'));
const ruleLink = (number: string): string => {
  const heading = rulesPage.headings.find(({ text }) => text.startsWith(`${number} `));
  return `[${number}](rules.md#${heading?.anchor ?? ''})`;
};

/** The decisions about a metric: rows of the table of figures that name it. */
const decisions = readMarkdown(readFileSync('docs/decisions.md', 'utf8')).tables.flatMap(
  ({ rows }) => rows.filter(([id = '']) => /^F\d+$/.test(id)),
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
  const ids = decisions
    .filter(([, figure = '']) => figure.includes(`\`${name}\``))
    .map(([id]) => id);
  return [...numbers.map(ruleLink), `${ids.join(', ')} of [figures](decisions.md#figures)`].join(
    ', ',
  );
};

const metricSection = (name: MetricName, at: number): string => {
  const { label, sentence, counts, unit, example, related } = metricMeanings[name];
  const { properties, monthlyKey, contentSafety } = metricCatalog[name];
  const takes = propertyNames.flatMap((property) => {
    const taken = properties[property];
    return taken === undefined
      ? []
      : [`\`${property}\` (${taken.requirement.replace('monthlyOnly', 'by month only')})`];
  });
  const monthly = monthlyKey === null ? undefined : series[byMonth.indexOf(name)];
  const unitOf = unit === '' ? '' : `- Unit: ${unit}.${contentSafety ? ' Not for teams.' : ''}\n`;
  const byMonthOf = monthly === undefined ? 'No series by month.' : `By month: \`${monthlyKey}\`.`;
  const relatedOf = related.map((one) => `[${metricMeanings[one].label}](#${one.toLowerCase()})`);
  const monthlyData = monthly === undefined ? '' : `\n"data": ${shown(monthly.data)} // by month`;
  return `### ${name}

**${label}.** ${sentence} ${counts}

${unitOf}- Takes: ${takes.join(', ') || 'no property'}. ${byMonthOf}
- Related: ${relatedOf.join(', ')}. Rules: ${rulesOf(name)}.

\`\`\`text
{"metrics": [${shown(example)}], ...}
"data": ${shown(ranges[at]?.data)}${monthlyData}
\`\`\``;
};

const tableOf = (meanings: Readonly<Record<string, Meaning>>): string =>
  Object.entries(meanings)
    .map(([name, { label, sentence, counts }]) =>
      `| \`${name}\` | ${label} | ${sentence} ${counts} |`.replace(/ +\|$/, ' |'),
    )
    .join('\n');

const words = (property: (typeof propertyNames)[number]): string =>
  [
    ...new Set(
      metricNames.flatMap((name) => metricCatalog[name].properties[property]?.values ?? []),
    ),
  ]
    .map((word) => `\`${word}\``)
    .join(', ');

writeGenerated(
  'docs/metrics.md',
  `# All 20 metrics

What each number means, what counts, and how to ask for it. The numbers here are those of a small made-up school on
20 November 2026, for October and November. \`npm run generate\` writes this page from the catalog that the explorer and the
command show.

${metricNames.map((name) => `[${metricMeanings[name].label}](#${name.toLowerCase()})`).join(' · ')}

## How to ask

\`npm start\` prints an address, a key and an organization; with these as \`KEY\` and \`ORG\`:

\`\`\`sh
curl -H "X-API-KEY: $KEY" -H 'Content-Type: application/json' \\
  -d '{"metrics": [{"name": "postCount"}], "from": "2026-10", "to": "2026-11"}' \\
  http://127.0.0.1:3000/v1/organizations/$ORG/analytics
\`\`\`

- A request has at most 25 entries and [50 queries](rules.md#412-at-most-50-queries): each value in a list of \`status\`,
  \`sortBy\` or \`mediaType\` counts as one. Each example below is the entry, and the \`data\` of its answer.
- **Range.** \`from\` and \`to\` are months, both included. Send both or neither. With neither, the range is the current
  billing term, or all time if there is none. Figures by day or hour are not available.
- **By month.** \`"dimensions": ["month"]\` gives a row for each month.
- **By role.** \`userType\` counts only what members in these roles did. To compare roles, repeat the entry.
- **Missing.** A figure that is still being computed is missing from the answer, not zero: [ask again](rules.md#3-pending-ready-partial-failed).
- **Today's members.** "Members" are always the current ones: a person who has left is in no count of members, even for an
  earlier range. Their content still counts in totals, but not in any figure by role.

## Metrics

${metricNames.map(metricSection).join('\n\n')}

## Properties of an entry

| Property | Values |
|---|---|
${propertyNames.map((property) => `| \`${property}\` | ${words(property)} |`).join('\n')}

A list of \`status\`, \`sortBy\` or \`mediaType\` gives a figure for each value; a list of \`userType\` gives one figure for all of
them. In \`userType\`, \`all\` cannot be combined with another value. \`invited\` and \`joined\` need \`userType\`; \`inactive\`
and \`invited\` have no monthly form. What each \`status\` of \`memberCount\` counts:

| \`status\` | Name | Meaning |
|---|---|---|
${tableOf(statusMeanings)}

## Columns of the roster

The roster lists the current members, page by page, with what each contributed in a range:

\`\`\`sh
curl -H "X-API-KEY: $KEY" "http://127.0.0.1:3000/v1/organizations/$ORG/analytics/users?sort=posts&order=desc"
\`\`\`

| Column | Name | Meaning |
|---|---|---|
${tableOf(rosterMeanings)}

\`\`\`json
${JSON.stringify(roster.data[0], null, 2)}
\`\`\`
`,
  'generate',
);
