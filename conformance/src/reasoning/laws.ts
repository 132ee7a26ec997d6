import { figureLaws, figureReadings } from './figure-laws.js';
import { hasFigures, hasRows, type Law, type Level } from './law.js';
import { pageLaws } from './page-laws.js';

/** What holds among claims. Of those that speak of a measure the first stands for it. */
const claimLaws: readonly Law[] = [
  {
    id: '2.6-L1',
    clause:
      'Members by the end of a range, new members and rows of the roster are counted of one roster.',
    sentence:
      '2.6.1, 2.6.2: Membership counts describe the current roster; all and joined are those who joined by the end of the range.',
    speaksOf: hasFigures('memberCount', 'newMemberCount'),
    measures: (measure) => measure === 'members',
  },
  {
    id: '2.6-R4',
    binding: 'must',
    clause: 'inactive is the size of the current roster less the active count.',
    sentence: '2.6.4: inactive is the current roster size minus the active count.',
    speaksOf: hasFigures('memberCount'),
    measures: (measure) => measure === 'active members',
  },
  {
    id: '2.6-R5',
    binding: 'must',
    clause: 'invited counts the invitations that are outstanding now, whatever the range.',
    sentence: '2.6.5: invited ignores from and to.',
    speaksOf: hasFigures('memberCount'),
    measures: (measure) => measure === 'invitations',
  },
  {
    id: '2.4-T6',
    clause: 'Engagement of the whole workspace covers at least that of all its roles.',
    sentence: '2.4: wallEngagementMinutes without userType covers the whole workspace.',
    speaksOf: hasFigures('wallEngagementMinutes'),
    measures: (measure) => measure === 'minutes',
  },
  {
    id: '2.6-L2',
    clause: 'Visitors of a range are at least those of each part and at most those of all parts.',
    sentence: '2.6.6: visitors are scoped to the range.',
    speaksOf: hasFigures('visitorCount'),
    measures: (measure) => measure === 'visitors',
  },
  {
    id: '2.5-L2',
    clause:
      'Who is not among ten ranked has no more than the last of them; what is ranked adds up over time.',
    sentence: '2.5: rankings have at most 10 items with ranking figures.',
    speaksOf: hasFigures('topBoards', 'topUsers', 'topMedia'),
    measures: (measure) => measure.startsWith('ranked '),
  },
  {
    id: '2.8-L1',
    clause: 'What a member made in a range is what was made in its parts.',
    sentence: '2.8: boards, posts, comments and reactions of a row are those in the range.',
    speaksOf: hasRows,
    measures: (measure) => measure.includes(' of user '),
  },
  {
    id: '4.2-L1',
    clause: 'Active and inactive rows, by role and together, are counted of one roster.',
    sentence: '4.2: status and userType filter the rows.',
    speaksOf: hasRows,
    measures: (measure) => measure === 'active rows',
  },
  {
    id: '2.5-L1',
    clause: 'Roles add up: a list of roles is one figure for all of them, and no more than all.',
    sentence: '2.5: userType given as an array is one figure for the listed roles together.',
    speaksOf: hasFigures(
      'peerInteractionCount',
      'postCount',
      'commentCount',
      'attachmentCountByCategory',
    ),
    measures: (_measure, kind) => kind === 'groups',
  },
  {
    id: '2.6-L3',
    clause: 'A figure of a range is what its parts have together.',
    sentence: '2.6.6: metrics other than memberCount and subscription are of the range.',
    speaksOf: hasFigures('postCount', 'commentCount', 'reactionCount', 'boardCount'),
    measures: () => true,
  },
];

/** Every law. */
export const laws: readonly Law[] = [
  ...claimLaws,
  ...figureLaws,
  ...pageLaws,
  {
    id: '2.6-O1',
    level: 'reading',
    clause: 'By the published definitions all figures are of one organization.',
    sentence:
      'docs/decisions.md: rankings shorter than ten are whole, types add up to all scans, rows of a role add up to its slice, the roster counts active members as metrics do.',
    speaksOf: () => true,
    measures: () => true,
    find: figureReadings,
  },
];

/** How binding a law is. */
export const levelOf = ({ level }: Law): Level => level ?? 'specification';

/** The law of claims that stands for a measure. */
export const lawOfMeasure = (level: Level, measure: string, kind: 'time' | 'groups'): Law => {
  const law = laws.find((one) => levelOf(one) === level && one.measures?.(measure, kind) === true);
  if (law === undefined) throw new Error(`No law is about ${measure}.`);
  return law;
};
