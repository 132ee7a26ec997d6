import { metricNames } from '@tallyboard/core/vocabulary';
import {
  all,
  answeredWith,
  type Check,
  each,
  eachOf,
  fails,
  holds,
  mismatch,
  notExercised,
  prerequisiteFails,
  servedWith,
  whenServed,
} from '../judge/check.js';
import { observationOf } from '../judge/evidence.js';
import { familyOf } from '../judge/family.js';
import { askedFor, listed, returned } from '../judge/metrics/answer.js';
import { entries, namedAs } from '../judge/metrics/entries.js';
import { number } from '../judge/metrics/shapes.js';
import type { Judge, Rule } from '../model/rule.js';
import { notApplicable, undecided } from '../model/verdict.js';
import { contentSafety, eventMetrics, slicedByMonth } from '../probes/entries.js';
import { configured, must } from './rule.js';

const answersAll =
  (names: readonly string[]): Check =>
  (answer) => {
    const got = new Set(returned(answer).map((one) => one.name));
    const failed = new Set(listed(answer, 'errors').map((one) => one.name));
    const asked = new Set(askedFor(answer.request).map(({ name }) => name));
    const missing = names.filter((name) => asked.has(name) && !got.has(name));
    const lost = missing.find((name) => !failed.has(name));
    if (lost !== undefined) return fails(`${lost} has no answer`);
    return missing.length === 0 ? holds : prerequisiteFails(`${missing.join(', ')} failed`);
  };

const monthly = ['memberCount', ...eventMetrics, 'peerInteractionCount'];
const beyondTeams: ReadonlySet<string> = new Set(contentSafety);

const everyName: Judge = (history) => {
  const names = metricNames.filter(
    (name) => familyOf(history) === 'school' || !beyondTeams.has(name),
  );
  return eachOf(['MV1'], servedWith(answersAll(names)))(history);
};

/** MV1 is sent to a team without content safety only after it was refused with it. */
const safetyIsServed: Judge = (history) => {
  const family = familyOf(history);
  if (family === null) return undecided('prerequisite', 'MV1 was not served.');
  if (family === 'team') return notApplicable('otherOrganizationType', 'This is a team.');
  return eachOf(['MV1'], whenServed(answersAll(contentSafety)))(history);
};

/** A classroom is asked by the key of a teacher: whether that is served at all is 5-R2b. */
const classroomHasSafety: Check = (answer, history) => {
  if (!askedFor(answer.request).some(({ name }) => beyondTeams.has(name))) {
    return notExercised('it does not ask for content safety');
  }
  return answer.status === 400
    ? fails('content safety of a classroom is refused')
    : whenServed(answersAll(contentSafety))(answer, history);
};

/** Section 2.4: the metric catalog. */
export const section2_4: readonly Rule[] = [
  must(
    '2.4-T1',
    'Each metric of the catalog is served in its plain form.',
    'MV1 is served and answers for each metric that the organization has',
    ['MV1'],
    everyName,
  ),
  must(
    '2.4-T2',
    'Eight metrics have a monthly form.',
    'MV3 is served and answers for each of the eight',
    ['MV3'],
    each(servedWith(answersAll(monthly))),
  ),
  must(
    '2.4-T3',
    'Boards, posts, comments and reactions can be sliced by role as a monthly series.',
    'a series for each of the four with a role',
    ['MV3'],
    entries(
      ({ name, userType }) =>
        userType !== undefined && slicedByMonth.some((sliced) => sliced === name),
      ({ data, pointer }) =>
        Array.isArray(data) ? holds : mismatch('a series', `${pointer}/data`, data),
    ),
  ),
  must(
    '2.4-T4',
    'Those four with neither role nor month give a single number.',
    'a number for each of the four',
    ['MV1'],
    entries(namedAs(...slicedByMonth), number),
  ),
  must(
    '2.4-T5a',
    'Schools and the service have the six content-safety metrics.',
    'MV1, and AU19 of a classroom, answer for all six',
    ['MV1', 'AU19'],
    all(safetyIsServed, eachOf(['AU19'], classroomHasSafety)),
  ),
  must(
    '2.4-T5b',
    'A team has none of the content-safety metrics; other metrics it has.',
    'the smallest request to a team is served',
    ['MT0'],
    (history, probes) =>
      observationOf(history, 'MT0').answer === null
        ? notApplicable('needsConfig', 'No team is configured.')
        : answeredWith(200)(history, probes),
    configured,
  ),
];
