import { limits } from '@tallyboard/core/vocabulary';

const allowance = `Each key has ${limits.requestsPerHour} requests an hour for each organization and each of the two analytics requests. Every answer counts, a 202 too.`;

/** What the read of metrics is about (4.1). */
export const metricsText = `Asks for up to ${limits.entriesMax} figures about one organization in one request. It changes nothing. It is a POST because the question is too long for an address.

Each entry names a metric and the properties to slice it by. Its answer has the same name and the *resolved* properties: an omitted one is \`all\`, a single \`userType\` becomes a list, duplicates collapse. Match answers to entries by both.

\`data\` depends on the question:

| Question | \`data\` |
|---|---|
| a plain count | a number |
| with \`"dimensions": ["month"]\` | a list of rows, one for each month |
| a list as \`status\`, \`sortBy\` or \`mediaType\` | an object with one figure for each value |
| a list as \`userType\` | one figure for all of these roles together |

\`meta.pending\` of a 202 names each figure that is not ready, \`meta.errors\` of a 200 each that failed. Neither is in \`data\`, and neither is zero.

${allowance}`;

/** What the read of the roster is about (4.2). */
export const rosterText = `One page of the current members, with what each contributed in the range. Members who have left are never listed.

To read a whole roster, ask for page after page up to \`meta.totalPages\`, and change nothing else. On a 202 \`data\` is empty: that means *not ready*, never *no members*.

${allowance}`;

/** What the read of a board is about (4.3). */
export const boardText =
  'A board with links to everything on it. With `include`, the answer has the linked records too, each once.';

/** What the read of the current user is about (4.4). */
export const userText =
  'The person to whom the key belongs, with links to their boards and organizations. `include=organizations` gives the ids for the analytics requests.';
