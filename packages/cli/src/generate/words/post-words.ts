import { listed } from './listed.js';

/** How subjects of posts start, and what they are about. */
export const subjectStarts = listed(`
  What I found about, A question on, Two views of, Sketch:, Notes on, Surprising:, Draft -, Why,
  Summary of, Help with, Look at, My favourite:`);

/** Things that posts and comments are about. */
export const things = listed(`
  the second example, the old bridge, our measurements, the chorus, page 42, the diagram, the
  survey, layer 3, the red line, the interview, the prototype, the map, the timeline, the first
  scene, the sample, the budget, our plan B, the poster, the graph, step 4`);

/** Sentences about a thing, which stands in place of the `_`. */
export const sentences = [
  'We compared _ with what we expected.',
  'I changed my mind about _ twice.',
  'It took three attempts to get _ right.',
  'Nobody in our group agreed on _.',
  'If you look closely, _ tells another story.',
  'The result was < 5, so _ needs another look.',
  '_ is where we should start tomorrow.',
  'Sources for _ are linked below.',
  'I would keep _ & drop the rest.',
  'Could somebody explain _ to me?',
] as const;

/** What comments say; a thing may stand in place of the `_`. */
export const remarks = [
  'Good point about _!',
  'I see _ differently: what if it is the other way round?',
  'Thanks, that helps.',
  'Where does _ come from?',
  'Agreed 👍',
  'Could you add a picture of _?',
  '3 < 4 & that is all you need for _.',
  'Same here.',
  '"_" made me laugh.',
  'Let us take _ to the next meeting.',
] as const;

/** Titles of attachments, before the number. */
export const attachmentWords = {
  image: ['Photo', 'Sketch', 'Screenshot', 'Poster'],
  document: ['Worksheet', 'Report', 'Reading list', 'Minutes'],
  link: ['Article', 'Encyclopedia entry', 'Open data'],
  video: ['Experiment', 'Interview', 'Walkthrough', 'Rehearsal'],
  audio: ['Podcast', 'Voice note', 'Field recording'],
  drawing: ['Diagram', 'Doodle', 'Map'],
  file: ['Archive', 'Spreadsheet', 'Slides'],
} as const;
