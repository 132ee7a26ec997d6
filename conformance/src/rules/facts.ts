import { metricNames } from '@tallyboard/core/vocabulary';
import { everyAnswer } from '../judge/check.js';
import { given, knownAnswers } from '../judge/expected.js';
import { isObject, listOf } from '../model/json.js';
import type { Judge, Rule } from '../model/rule.js';
import { access } from '../probes/access-probes.js';
import { metrics, metricsValid } from '../probes/metrics-valid.js';
import type { Probe } from '../probes/probe.js';
import { board, me } from '../probes/records.js';
import { roster, rosterServed } from '../probes/roster-probes.js';
import { asked, cell, change, inMetrics, inRoster, objects, reordered } from './broken.js';
import { must } from './rule.js';

/** A rule that facts decide: the parts of answers that must be what they give. */
type FactRow = readonly [
  id: string,
  clause: string,
  /** Requests that bring those parts. */
  asks: readonly Probe[],
  parts: readonly string[],
  broken?: Rule['broken'] | undefined,
];

/** Compared in the answers to its requests alone. */
const inAsked = ([id, clause, asks, parts, broken = {}]: FactRow, judge?: Judge): Rule =>
  must(id, clause, {
    ...{ asks, broken, need: 'seeded', expected: 'what the facts give', check: given(...parts) },
    ...(judge && { judge }),
  });

/** Compared in every answer, whichever request brought it. */
const inAll = (row: FactRow): Rule =>
  inAsked(row, everyAnswer(knownAnswers, given(...row[3]), 'Facts say nothing of any answer.'));

/** Members by one of some statuses, or by a list of them. */
const statusRules = {
  '2.6-R2b joined all':
    'joined and all count current members who joined on or before the end of the range.',
  '2.6-R3 active list':
    'active counts current members who created or contributed anything between the ends of the range.',
  '2.6-R4s inactive': 'inactive is the size of the current roster less the active count.',
  '2.6-R5s invited': 'invited counts the invitations that are outstanding now, whatever the range.',
};

/** The columns of the roster in the order of their rules, each with a wrong value. */
const columns = {
  name: 'x',
  username: 'x',
  email: 'x@example.org',
  userType: 'guest',
  active: true,
  signupDate: '2019-12-31',
  lastActivityDate: '2019-12-31',
  boards: 41,
  posts: 41,
  comments: 41,
  reactions: 41,
} as const;

const others = metricNames.filter((name) => name !== 'subscription');
const pages = [roster.bare, roster.byName, roster.after];
const boards = [board.plain, board.everything];

const linked = (
  endpoint: 'board' | 'me',
  name: string,
  by: (all: readonly unknown[]) => readonly unknown[],
) => change(endpoint, `data/relationships/${name}/data`, (all) => by(listOf(all)));

/** The rules about values: all that facts decide and no other rule does. */
export const factRules: readonly Rule[] = [
  ...metricNames.map((name, index) =>
    inAll([
      `2.4-S${index + 1}`,
      `${name} is what its definition gives, for every slice, range and form.`,
      metricsValid,
      [name],
    ]),
  ),
  inAsked([
    '2.4-S21',
    'subscription is what its definition gives between billing terms, and without any.',
    // Organizations without a current billing term.
    [access.teacher[0], access.second[0]],
    ['subscription'],
  ]),
  inAll([
    '2.5-T11',
    'The seat count is of the end of the range, or null where no single billing term decides it.',
    [metrics.whole, metrics.before, metrics.after, metrics.current],
    ['subscription'],
    {
      'zero for null': objects(['subscription'], (value) => ({
        ...value,
        seatCount: value['seatCount'] ?? 0,
      })),
    },
  ]),
  inAll([
    '2.6-R1',
    'Membership counts describe the current roster: who has left is excluded, for any range.',
    [...metricsValid, ...pages],
    ['memberCount', 'ids'],
    {
      'a former member in the place of another': inRoster('data/0/id', () => 'edgeGone01'),
      'former members in the roster': inRoster('meta/totalCount', (value) => Number(value) + 2),
    },
  ]),
  ...Object.entries(statusRules).map(([head, clause]) => {
    const [id = '', ...statuses] = head.split(' ');
    return inAll([id, clause, metricsValid, statuses.map((status) => `memberCount ${status}`)]);
  }),
  inAll([
    '2.6-R6',
    'All metrics other than memberCount and subscription are scoped to the range.',
    [metrics.before, metrics.after, metrics.earliest, metrics.current, metrics.impossible],
    others.filter((name) => name !== 'memberCount'),
  ]),
  ...Object.entries(columns).map(([column, wrong], index) =>
    inAll([
      `2.8-S${index + 1}`,
      `${column} of a row is what the facts give.`,
      rosterServed,
      [column],
      { 'wrong value': cell(column, () => wrong) },
    ]),
  ),
  inAll([
    '2.8-T9c',
    'Time spent on a board counts for lastActivityDate; viewing alone does not make a member active.',
    [roster.byName, roster.after, roster.current],
    ['lastActivityDate', 'active'],
  ]),
  inAll([
    '2.9-S1',
    'A board lists its sections, posts and comments.',
    boards,
    ['board links'],
    {
      'posts 1': linked('board', 'posts', (all) => all.slice(1)),
      'comments 2': linked('board', 'comments', (all) => [
        ...all,
        { type: 'comment', id: 'comment_x' },
      ]),
    },
  ]),
  inAll([
    '2.9-S2',
    'createdAt and updatedAt are when the board was created and last updated.',
    boards,
    ['board times'],
    {
      'created when updated': change('board', 'data/attributes', (value) =>
        isObject(value) ? { ...value, updatedAt: '2026-11-15T11:00:00.000Z' } : value,
      ),
    },
  ]),
  inAll([
    '2.9-S3',
    'The title is the one of the board.',
    boards,
    ['board title'],
    { 'another title': change('board', 'data/attributes/title', (one) => `${String(one)} (copy)`) },
  ]),
  inAll([
    '2.10-S1',
    'The user lists the boards that they created and the organizations that they belong to.',
    [me.everything],
    ['user links'],
    {
      'boards 3': linked('me', 'boards', () => []),
      'organizations 4': linked('me', 'organizations', (all) => [
        ...all,
        { type: 'organization', id: 'wksp_worldClosed00001' },
      ]),
      'organizations 5': linked('me', 'organizations', (all) =>
        all.filter((one) => !JSON.stringify(one).includes('Guested')),
      ),
    },
  ]),
  inAsked([
    '4.1-R11s',
    'Without from and to the range is the current billing term, or all time if there is none.',
    [metrics.everything, roster.bare],
    ['dateRange'],
    {
      'from today': inMetrics('meta/dateRange/from', (value, { body, current }) =>
        isObject(body) && body['from'] === undefined ? `${current}-15` : value,
      ),
    },
  ]),
  inAsked([
    '4.1-R11t',
    'Without from and to the range is all time between billing terms, and without any.',
    [...access.teacher, ...access.second],
    ['dateRange', ...others],
  ]),
  inAll([
    '4.2-S1',
    'The roster and its filters select the members that the facts give.',
    rosterServed,
    ['ids'],
    { 'one more': inRoster('meta/totalCount', (value) => Number(value) + 1) },
  ]),
  inAll([
    '4.2-S2',
    'The order of the roster is the published one, ties included.',
    rosterServed,
    ['order id'],
    {
      'a full page of found rows lacks the last': inRoster('data', (rows, call) => {
        const isFull = listOf(rows).length === Number(asked(call).get('perPage'));
        const isLater = Number(asked(call).get('page') ?? '1') > 1;
        return isFull && isLater && asked(call).has('q') ? listOf(rows).slice(0, -1) : rows;
      }),
      'ties turned': reordered((query) => query.get('sort') === 'posts'),
      'case counts': reordered((query) => query.get('sort') === 'name'),
    },
  ]),
];
