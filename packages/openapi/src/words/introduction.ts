import type { Violation } from '@tallyboard/core';

/** What a request can break although its schema allows it, each with the reason. */
export const beyondMetricsSchema = {
  duplicateMetric:
    'Two entries are the same when they *mean* the same; the schema only sees entries that are written alike.',
  tooManyQueries: 'Queries are counted over all entries together.',
  contentSafetyNotForTeams: 'It depends on the organization.',
  rangeReversed: 'Months are compared.',
  rangeTooLong: 'Months are subtracted.',
  rangeTooEarly: 'It depends on the day.',
  rangeTooLate: 'It depends on the day.',
} as const satisfies Partial<Record<Violation, string>>;

/** The same for the query of a roster. */
export const beyondRosterSchema = {
  rangeEndMissing: 'Parameters cannot require one another.',
  rangeReversed: 'Months are compared.',
  rangeTooLong: 'Months are subtracted.',
  rangeTooEarly: 'It depends on the day.',
  rangeTooLate: 'It depends on the day.',
  pageOffsetTooLarge: '`page` and `perPage` are multiplied.',
  unknownParameter: 'Parameters that are not described cannot be forbidden.',
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
3. Ask for [metrics](#tag/analytics) or the roster of one of them. Analytics answer for organizations whose owner is enrolled, to keys of their admins (in classrooms also of teachers).

## Answers that take time

Figures are computed when they are asked for. A request whose figures are not all there is answered with **202** and \`Retry-After\`. Wait that many seconds and send the *identical* request again, until the answer is a 200. Check \`meta.status\` before you read \`data\`: a figure that is pending or that failed is missing, and a missing figure is not zero.

## Errors

Every error is a document with the member \`errors\`. A 400 lists everything that is wrong at once. A program goes by \`code\` and \`meta.violation\`, whose names never change; a person reads \`detail\`, which quotes what was sent and says what would be accepted. \`source\` points at the place. \`meta.rule\` is the number of the rule.

\`HEAD\` is answered like \`GET\`, without a body. Another method is a 405 with \`Allow\`, an unknown address a 404. A request that is not even HTTP may meet 400, 408 or 431.

## What these schemas cannot say

A request that its schema refuses is refused by the service too. The reverse holds but for a few rules that JSON Schema has no words for. In metrics requests:

${tableOf(beyondMetricsSchema)}

In queries of the roster:

${tableOf(beyondRosterSchema)}

Answers may gain fields in later versions: read those that you know.`;
