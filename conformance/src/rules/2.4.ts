import { metricNames } from '@tallyboard/core/vocabulary';
import {
  all,
  type Check,
  eachOf,
  hasStatus,
  notExercised,
  prerequisiteFails,
  servedWith,
  whenServed,
} from '../judge/check.js';
import { familyOf } from '../judge/family.js';
import { askedFor, listed, returned } from '../judge/metrics/answer.js';
import { listOf } from '../model/json.js';
import type { Rule } from '../model/rule.js';
import { notApplicable, undecided } from '../model/verdict.js';
import { access } from '../probes/access-probes.js';
import { contentSafety, eventMetrics, slicedByMonth } from '../probes/entries.js';
import { metrics, smallestOfTeam } from '../probes/metrics-valid.js';
import { data, isMonthly, lacking, refuses, refusesMetrics, sent } from './broken.js';
import { isNumber, namedAs } from './entry-rules.js';
import { must } from './rule.js';

const answersAll =
  (names: readonly string[]): Check =>
  (answer) => {
    const got = new Set(returned(answer).map((one) => one.name));
    const failed = new Set(listed(answer, 'errors').map((one) => one.name));
    const asked = new Set(askedFor(answer.request).map(({ name }) => name));
    const missing = names.filter((name) => asked.has(name) && !got.has(name));
    const lost = missing.find((name) => !failed.has(name));
    if (lost !== undefined) return `${lost} has no answer`;
    return missing.length === 0 ? null : prerequisiteFails(`${missing.join(', ')} failed`);
  };

const beyondTeams: ReadonlySet<string> = new Set(contentSafety);

/** A classroom is asked by the key of a teacher: whether that is served at all is 5-R2b. */
const classroomHasSafety: Check = (answer, history) => {
  if (!askedFor(answer.request).some(({ name }) => beyondTeams.has(name))) {
    return notExercised('it does not ask for content safety');
  }
  return answer.status === 400
    ? 'content safety of a classroom is refused'
    : whenServed(answersAll(contentSafety))(answer, history);
};

/** Section 2.4: the metric catalog. */
export const section2_4: readonly Rule[] = [
  must('2.4-T1', 'Each metric of the catalog is served in its plain form.', {
    asks: [metrics.everything],
    expected: 'it answers for each metric that the organization has',
    check: servedWith((answer, history) => {
      const isSchool = familyOf(history) === 'school';
      const names = metricNames.filter((name) => isSchool || !beyondTeams.has(name));
      return answersAll(names)(answer, history);
    }),
    broken: {
      'a metric has no answer': lacking((name) => name === 'topMedia'),
      'a name is not known': refusesMetrics((body) =>
        sent(body).some((one) => one['name'] === 'subscription'),
      ),
    },
  }),
  must('2.4-T2', 'Eight metrics have a monthly form.', {
    asks: [metrics.series],
    check: servedWith(answersAll(['memberCount', ...eventMetrics, 'peerInteractionCount'])),
    broken: {
      'visitors have no series': refusesMetrics(
        (body) =>
          listOf(body['dimensions']).length > 0 && JSON.stringify(body).includes('visitorCount'),
      ),
      'a series has no answer': lacking((name) => name === 'peerInteractionCount'),
    },
  }),
  must(
    '2.4-T3',
    'Boards, posts, comments and reactions can be sliced by role as a monthly series.',
    {
      of: (one) => one['userType'] !== undefined && namedAs(...slicedByMonth)(one, true),
      ...{ is: 'a series', right: Array.isArray },
      expected: 'a series for each of the four with a role',
      broken: {
        'number for series': data(slicedByMonth, (value) => (isMonthly(value) ? 3 : value)),
      },
    },
  ),
  must('2.4-T4', 'Those four with neither role nor month give a single number.', {
    of: (one, monthly) => !monthly && namedAs(...slicedByMonth)(one, monthly),
    ...{ is: 'a number', right: isNumber },
    broken: {
      'series for number': data(slicedByMonth, (value) =>
        typeof value === 'number' ? [{ month: '2026-11', value }] : value,
      ),
    },
  }),
  must('2.4-T5a', 'Schools and the service have the six content-safety metrics.', {
    asks: [metrics.everything, access.teacher[0]],
    // A team without content safety is asked for everything only after it was refused with it.
    judge: all(
      (history) => {
        const family = familyOf(history);
        if (family === null) return undecided('prerequisite', 'The type is unknown.');
        if (family === 'team') return notApplicable('otherOrganizationType', 'This is a team.');
        return eachOf([metrics.everything], whenServed(answersAll(contentSafety)))(history);
      },
      eachOf([access.teacher[0]], classroomHasSafety),
    ),
    broken: { 'no content safety': lacking((name) => name.startsWith('flagged')) },
  }),
  must('2.4-T5b', 'A team has none of the content-safety metrics; other metrics it has.', {
    asks: [smallestOfTeam],
    need: 'configured',
    expected: 'the smallest request to a team is served',
    check: hasStatus(200),
    broken: { 'no teams': refuses(404, (call) => call.url.pathname.includes('Team')) },
  }),
];
