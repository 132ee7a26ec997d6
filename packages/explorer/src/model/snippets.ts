import type { Call } from './calls.js';

export interface Snippet {
  readonly label: string;
  readonly text: string;
}

const bodyOf = ({ entries, byMonth, months }: Call): object => ({
  metrics: entries,
  ...(byMonth ? { dimensions: ['month'] } : {}),
  ...(months === null ? {} : { from: months.from, to: months.to }),
});

/** A text that a POSIX shell takes as one word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = (service: string, call: Call): string =>
  [
    `curl -sS -H "X-API-KEY: $TALLYBOARD_API_KEY" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(bodyOf(call)))} \\`,
    `  ${quoted(`${service}/v1/organizations/${encodeURIComponent(call.organization)}/analytics`)}`,
  ].join('\n');

const typescript = (service: string, call: Call): string => {
  const request = JSON.stringify({ organization: call.organization, ...bodyOf(call) }, null, 2);
  return `import { createClient } from '@tallyboard/client';

const client = createClient({
  baseUrl: ${JSON.stringify(service)},
  apiKey: process.env['TALLYBOARD_API_KEY'] ?? '',
});
const outcome = await client.metrics(${request});
if (outcome.ok) console.log(outcome.value.figures);
`;
};

/** A request as curl and as a program. The key is in none of them. */
export const snippetsOf = (service: string, call: Call): readonly Snippet[] => [
  { label: 'curl', text: curl(service, call) },
  { label: 'TypeScript', text: typescript(service, call) },
];
