import { limits } from '@tallyboard/core/vocabulary';

const allowance = `Each key has ${limits.requestsPerHour} requests an hour for each organization here, apart from those of the other analytics request. Every answer counts, a 202 too.`;

/** What the read of metrics is about (4.1). */
export const metricsText = `Asks for up to ${limits.entriesMax} figures about one organization in one request. It changes nothing; it is a POST because its question is a list.

Each entry names a metric and the properties to slice it by. Its answer carries the same name and the *resolved* properties: omitted ones are spelled out as \`all\`, a single \`userType\` becomes a list, duplicates collapse. Match answers to entries by both.

\`data\` depends on the question:

| Question | \`data\` |
|---|---|
| a plain count | a number |
| with \`"dimensions": ["month"]\` | a list of rows, one for each month |
| a list as \`status\`, \`sortBy\` or \`mediaType\` | an object with one figure for each value |
| a list as \`userType\` | one figure for all of these roles together |

A figure that is not there yet is named in \`meta.pending\` of a 202, one that failed in \`meta.errors\` of a 200. Neither is zero, and neither stands in \`data\`.

${allowance}`;

/** What the read of the roster is about (4.2). */
export const rosterText = `One page of the current members with what each of them contributed within the range. Who has left is not listed, whatever the range.

To read a whole roster, ask for page after page until \`page\` passes \`meta.totalPages\`, and keep everything else as it is. On a 202 \`data\` is empty: that means not ready, and never no members.

${allowance}`;

/** What the read of a board is about (4.3). */
export const boardText =
  'A board with links to everything on it. With `include` the linked records come along, each once.';

/** What the read of the current user is about (4.4). */
export const userText =
  'The person to whom the key belongs, with links to their boards and organizations. `include=organizations` is how to find the ids that analytics want.';
