import type { Violation } from '@tallyboard/core';

/** What a request can break although its schema allows it, each with the reason. */
export const beyondMetricsSchema = {
  duplicateMetric:
    'Two entries are equal if they *mean* the same; a schema compares only how they are written.',
  tooManyQueries: 'The limit is for all entries together.',
  contentSafetyNotForTeams: 'It depends on the organization.',
  rangeReversed: 'A schema cannot compare months.',
  rangeTooLong: 'A schema cannot subtract months.',
  rangeTooEarly: 'It depends on the day.',
  rangeTooLate: 'It depends on the day.',
} as const satisfies Partial<Record<Violation, string>>;

/** The same for the query of a roster. */
export const beyondRosterSchema = {
  rangeEndMissing: 'A parameter cannot require another one.',
  rangeReversed: 'A schema cannot compare months.',
  rangeTooLong: 'A schema cannot subtract months.',
  rangeTooEarly: 'It depends on the day.',
  rangeTooLate: 'It depends on the day.',
  pageOffsetTooLarge: 'A schema cannot multiply `page` and `perPage`.',
  unknownParameter: 'OpenAPI cannot forbid parameters that it does not describe.',
  repeatedParameter: 'A schema cannot say how often a name may occur.',
} as const satisfies Partial<Record<Violation, string>>;

const tableOf = (rows: Readonly<Record<string, string>>): string =>
  [
    '| Violation | Why |',
    '|---|---|',
    ...Object.entries(rows).map(([violation, why]) => `| \`${violation}\` | ${why} |`),
  ].join('\n');

/** The first page of the reference. */
export const introduction = `Analytics of an organization, its roster, its boards and the people who make them: four reads, one key.

## First steps

1. Send your API key in the header \`X-API-KEY\`.
2. \`GET /v1/me?include=organizations\` lists your organizations. Their ids begin with \`wksp_\`.
3. Ask for [metrics](#tag/analytics) or the roster of one of them. The owner of the organization must be enrolled, and your key must belong to one of its admins (in a classroom, also to a teacher).

## Answers that take time

The service computes figures on request. While one of them is not ready, the answer is a **202** with \`Retry-After\`. Wait that many seconds and send the *identical* request again, until the answer is a 200. Check \`meta.status\` before you read \`data\`: a pending or failed figure is missing, and a missing figure is not zero.

## Errors

Every error is a document with the member \`errors\`. A 400 lists everything that is wrong. In a program, branch on \`code\` and \`meta.violation\`, whose names never change. \`detail\` is for people: it quotes what you sent and says what is accepted. \`source\` is the place, \`meta.rule\` the number of the rule.

\`HEAD\` gets the answer of \`GET\` without a body. Another method is a 405 with \`Allow\`, an unknown address a 404. Input that is not HTTP may get 400, 408 or 431.

## What these schemas cannot say

The service refuses every request that its schema refuses. It also checks a few rules that JSON Schema cannot express. In metrics requests:

${tableOf(beyondMetricsSchema)}

In roster queries:

${tableOf(beyondRosterSchema)}

Later versions may add fields to answers. Ignore those that you do not know.`;
