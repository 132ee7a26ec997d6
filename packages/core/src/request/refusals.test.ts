import { describe, expect, it } from 'vitest';
import { metricNames } from '../api/metrics.js';
import type { OrganizationType } from '../api/organizations.js';
import { isAccepted, type Refusal } from '../checked.js';
import { refusalsOfBody, refusalsOfQuery } from './requests.test-kit.js';
import { bodyIsNotUtf8, readBodyText } from './rules/4.1.12-well-formed-json.js';

/*
 * What a person reads who sent something wrong: rule, violation, place and the whole sentence of every
 * kind of refusal. Today is 20 November 2026.
 */

const inWords = ({ rule, violation, place, detail }: Refusal): string =>
  `${rule} ${violation} ${'pointer' in place ? place.pointer : place.parameter}: ${detail}`;

const roles = 'owner, admin, maker, teacher, student, contributor or guest';
const metrics = `${metricNames.slice(0, -1).join(', ')} or ${metricNames.at(-1)}`;
const onlyBySeries = 'exists only as a monthly series; send "dimensions": ["month"], or leave';

type Case = readonly [entries: readonly object[], rest: object, refusals: readonly string[]];
const month = { dimensions: ['month'] };

const ofEntries: readonly Case[] = [
  [
    [{ name: 'likeCount' }],
    {},
    [
      `4.1.3 unknownMetric /metrics/0/name: "likeCount" is not a metric; the metrics are ${metrics}.`,
    ],
  ],
  [
    [{ name: 'topMedia', mediaType: ['video', 'gif'] }],
    {},
    [
      '4.1.3 unknownValue /metrics/0/mediaType/1: "gif" is not a mediaType of topMedia; send video or audio.',
    ],
  ],
  [
    [{ name: 'topBoards', sortBy: 'all' }],
    {},
    [
      '4.1.3 unknownValue /metrics/0/sortBy: "all" is not a sortBy of topBoards; send posts or visitors.',
    ],
  ],
  [
    [{ name: 'newMemberCount', status: 'active' }],
    {},
    ['4.1 propertyNotTaken /metrics/0/status: newMemberCount does not take status; it takes none.'],
  ],
  [
    [{ name: 'postCount', sortBy: 'posts' }],
    {},
    ['4.1 propertyNotTaken /metrics/0/sortBy: postCount does not take sortBy; it takes userType.'],
  ],
  // In the order of the specification.
  [
    [{ name: 'topUsers', sortBy: 'posts', mediaType: 'video' }],
    {},
    [
      '4.1 propertyNotTaken /metrics/0/mediaType: topUsers does not take mediaType; it takes sortBy or userType.',
    ],
  ],
  [
    [{ name: 'topBoards' }],
    {},
    [
      '4.1.5 requiredPropertyMissing /metrics/0: topBoards needs sortBy; send posts or visitors, or a list of them.',
    ],
  ],
  [
    [{ name: 'peerInteractionCount', userType: 'all' }],
    {},
    [
      `4.1.5 requiredPropertyMissing /metrics/0/userType: peerInteractionCount has no form for userType "all"; send ${roles}, or a list of them.`,
    ],
  ],
  [
    [{ name: 'postCount', userType: 'student' }],
    {},
    [
      `4.1.4 roleSliceNeedsMonth /metrics/0/userType: postCount with userType "student" ${onlyBySeries} userType out for one number.`,
    ],
  ],
  [
    [{ name: 'memberCount', status: ['active', 'joined', 'invited'], userType: 'all' }],
    {},
    [
      `4.1.6 statusNeedsUserType /metrics/0/userType: memberCount with status joined or invited has no form for all members; send a userType of ${roles}, or a list of them.`,
    ],
  ],
  // Several roles, of which "all" is one, are a fault of another rule.
  [
    [{ name: 'memberCount', status: 'joined', userType: ['all', 'student'] }],
    {},
    [
      '4.1.7 allMixedWithRoles /metrics/0/userType: userType ["all","student"] mixes all with other values; send "all" alone, or only the others.',
    ],
  ],
  [[{ name: 'memberCount', status: 'joined', userType: 'student' }], {}, []],
  [
    [{ name: 'subscription' }],
    month,
    [
      '4.1.8 noMonthlyForm /metrics/0: dimensions ["month"] with subscription is not supported: it has no monthly form; those that have one are memberCount, newMemberCount, boardCount, postCount, commentCount, reactionCount, visitorCount or peerInteractionCount.',
    ],
  ],
  [
    [{ name: 'memberCount', status: ['active', 'inactive', 'invited'], userType: 'student' }],
    month,
    [
      '4.1.8 unsupportedMonthlyCombination /metrics/0/status: dimensions ["month"] with memberCount of status ["active","inactive","invited"] is not supported: inactive or invited has no monthly series; active, joined or all have one.',
    ],
  ],
  [
    [{ name: 'postCount' }, { name: 'boardCount' }, { name: 'postCount', userType: 'all' }],
    month,
    [
      '4.1.1 duplicateMetric /metrics/2: Entry 2 asks for the same as entry 0: both resolve to postCount with {"userType":["all"]}; leave one out or change a property.',
    ],
  ],
  // An entry that cannot be read is not said to equal another.
  [
    [{ name: 'postCount' }, { name: 'postCount', userType: 7 }],
    month,
    [
      '4.1.3 unreadableValue /metrics/1/userType: /metrics/1/userType is 7; send a word or a list of one or more words.',
    ],
  ],
  [
    [7, 8].map((userType) => ({ name: 'postCount', userType })),
    month,
    [7, 8].map(
      (sent, at) =>
        `4.1.3 unreadableValue /metrics/${at}/userType: /metrics/${at}/userType is ${sent}; send a word or a list of one or more words.`,
    ),
  ],
  [
    ['owner', 'admin', 'maker', 'teacher', 'student', 'contributor', 'guest']
      .flatMap((role) => [[role], role === 'guest' ? ['owner', 'guest'] : [role, 'guest']])
      .slice(0, 13)
      .map((userType) => ({
        name: 'memberCount',
        status: ['active', 'inactive', 'all'],
        userType,
      })),
    {},
    [
      '4.1.2 tooManyQueries /metrics: The entries resolve to 52 queries (one each, and one more per value of a list other than userType); send at most 50 and spread the rest over further requests.',
    ],
  ],
];

const words = 'a word or a list of one or more words';
const entry = { name: 'postCount' };

const ofBodies: readonly (readonly [body: unknown, ...refusals: readonly string[]])[] = [
  [7, '4.1 notAnObject : The body is 7; send an object with the field metrics.'],
  [[], '4.1 notAnObject : The body is []; send an object with the field metrics.'],
  [{}, '4.1 missingField : /metrics is missing; send a list of 1 to 25 entries.'],
  [{ metrics: [] }, '4.1 emptyArray /metrics: /metrics is []; send a list of 1 to 25 entries.'],
  [{ metrics: 'x' }, '4.1 wrongType /metrics: /metrics is "x"; send a list of 1 to 25 entries.'],
  [
    { metrics: [entry, ['x']] },
    '4.1 wrongType /metrics/1: /metrics/1 is ["x"]; send an object with the name of a metric.',
  ],
  [
    { metrics: [{}, { name: 5 }] },
    '4.1 missingField /metrics/0: /metrics/0/name is missing; send the name of a metric.',
    '4.1 wrongType /metrics/1/name: /metrics/1/name is 5; send the name of a metric.',
  ],
  [
    { metrics: [{ name: 'memberCount', status: [], userType: ['x', 1] }] },
    `4.1.3 unreadableValue /metrics/0/status: /metrics/0/status is []; send ${words}.`,
    `4.1.3 unreadableValue /metrics/0/userType: /metrics/0/userType is ["x",1]; send ${words}.`,
  ],
  [
    { metrics: [{ ...entry, 'a/b~c': 1 }], limit: 1, ['__proto__']: 1 },
    '4.1 unknownField /limit: "limit" is not a field here; the fields are metrics, dimensions, from, to.',
    '4.1 unknownField /__proto__: "__proto__" is not a field here; the fields are metrics, dimensions, from, to.',
    '4.1 unknownField /metrics/0/a~1b~0c: "a/b~c" is not a field here; the fields are name, status, userType, sortBy, mediaType.',
  ],
  [
    { metrics: [entry], dimensions: null },
    '4.1 wrongType /dimensions: /dimensions is null; send a list that holds "month" or nothing.',
  ],
  [
    { metrics: [entry], dimensions: ['month', 'week'] },
    '4.1 unknownDimension /dimensions/1: "week" is not a dimension; the only one is "month".',
  ],
  [
    { metrics: ['toString', ...Array.from({ length: 25 }, () => 'x')].map((name) => ({ name })) },
    '4.1 entryCount /metrics: /metrics has 26 entries; send at most 25 and spread the rest over further requests.',
    `4.1.3 unknownMetric /metrics/0/name: "toString" is not a metric; the metrics are ${metrics}.`,
    ...Array.from(
      { length: 25 },
      (_, at) =>
        `4.1.3 unknownMetric /metrics/${at + 1}/name: "x" is not a metric; the metrics are ${metrics}.`,
    ),
  ],
];

const ofRanges: readonly (readonly [from: unknown, to: unknown, refusals: readonly string[]])[] = [
  [
    '2026-13',
    '2026-01',
    ['4.1.10 malformedMonth from: from is "2026-13"; send a month as YYYY-MM, from 01 to 12.'],
  ],
  [
    '2026-01',
    undefined,
    ['4.1.10 rangeEndMissing from: to is missing; send from and to, or neither.'],
  ],
  [
    undefined,
    '2026-01',
    ['4.1.10 rangeEndMissing to: from is missing; send from and to, or neither.'],
  ],
  [
    '2026-03',
    '2026-02',
    [
      '4.1.10 rangeReversed to: The range 2026-03 to 2026-02 ends before it begins; send the earlier month as from.',
    ],
  ],
  [
    '2022-01',
    '2024-01',
    [
      '4.1.10 rangeTooLong to: The range 2022-01 to 2024-01 spans 25 months; send at most 24, both ends counted, so to 2023-12 at the latest.',
    ],
  ],
  ['2020-12', '2021-01', ['4.1.10 rangeTooEarly from: from is 2020-12; send 2021-01 or later.']],
  [
    '2026-11',
    '2026-12',
    ['4.1.10 rangeTooLate to: to is 2026-12; send 2026-11 or earlier, the current month included.'],
  ],
];

const ofQueries: readonly (readonly [query: string, refusals: readonly string[]])[] = [
  [
    'perPage=101',
    ['4.2.1 invalidParameter perPage: perPage is "101"; send a whole number from 1 to 100.'],
  ],
  ['page=0', ['4.2.1 invalidParameter page: page is "0"; send a whole number of 1 or more.']],
  [
    'status=joined',
    ['4.2.1 invalidParameter status: status is "joined"; send active or inactive.'],
  ],
  [
    'sort=likes',
    [
      '4.2.1 invalidParameter sort: sort is "likes"; send name, email, userType, signupDate, lastActivityDate, boards, posts, comments or reactions.',
    ],
  ],
  [
    'limit=5',
    [
      '4.2.1 unknownParameter limit: "limit" is not a parameter of the roster; the parameters are from, to, status[], userType[], q, sort, order, page, perPage.',
    ],
  ],
  [
    'status=active&status=inactive',
    ['4.2.1 repeatedParameter status: status is given 2 times; write every value as status[].'],
  ],
  ['page=1&page=2', ['4.2.1 repeatedParameter page: page is given 2 times; send it once.']],
  // What is no number has no offset either, however many digits it begins or ends with.
  [
    'page=x90000000&perPage=1',
    ['4.2.1 invalidParameter page: page is "x90000000"; send a whole number of 1 or more.'],
  ],
  [
    'page=90000000x&perPage=1',
    ['4.2.1 invalidParameter page: page is "90000000x"; send a whole number of 1 or more.'],
  ],
];

const ofTexts: readonly (readonly [text: string | null, detail: string])[] = [
  ['', 'The body is empty; send a JSON object.'],
  [null, 'The body is not UTF-8; send JSON encoded as UTF-8.'],
  ['[', 'The body is not JSON: Unexpected end of JSON input.'],
  ['\ufeff{}', 'The body is not JSON: Unexpected token \'\ufeff\', "\ufeff{}" is not valid JSON.'],
];

const told = (metricsSent: readonly object[], rest: object, type?: OrganizationType) =>
  refusalsOfBody({ metrics: metricsSent, ...rest }, type).map(inWords);

describe('the whole refusal', () => {
  it.each(ofBodies)('of %j', (body, ...refusals) => {
    expect(refusalsOfBody(body).map(inWords)).toEqual(refusals);
  });

  it.each(ofEntries)('of %j %j', (entries, rest, refusals) => {
    expect(told(entries, rest)).toEqual(refusals);
  });

  it('of content safety asked of a team, and of nobody else', () => {
    const asked = [{ name: 'postCount' }, { name: 'flaggedItemCount' }];
    expect(told(asked, {}, 'team')).toEqual([
      '4.1.9 contentSafetyNotForTeams /metrics/1: flaggedItemCount exists only for schools and classrooms, and this organization is a team; leave it out.',
    ]);
    expect([told(asked, {}, 'school'), told(asked, {}, 'classroom')]).toEqual([[], []]);
  });

  it.each(ofRanges)('of the range %j to %j, in a body and in a query', (from, to, refusals) => {
    const inBody = refusals.map((text) => text.replace(/ (from|to): /, ' /$1: '));
    expect(told([{ name: 'postCount' }], { from, to })).toEqual(inBody);
    const query = Object.entries({ from, to })
      .filter(([, value]) => value !== undefined)
      .map(([end, value]) => `${end}=${String(value)}`);
    expect(refusalsOfQuery(query.join('&')).map(inWords)).toEqual(refusals);
  });

  it.each(ofQueries)('of the query %s', (query, refusals) => {
    expect(refusalsOfQuery(query).map(inWords)).toEqual(refusals);
  });

  it.each(ofTexts)('of the text %j', (text, detail) => {
    const read = text === null ? bodyIsNotUtf8 : readBodyText(text);
    expect(isAccepted(read) ? [] : read.left.map(inWords)).toEqual([
      `4.1.12 malformedJson : ${detail}`,
    ]);
  });
});
