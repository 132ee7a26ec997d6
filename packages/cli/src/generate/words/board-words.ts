import type { OrganizationType } from '@tallyboard/core/vocabulary';
import { listed } from './listed.js';

/** What boards of a type of organization are about. */
export interface BoardWords {
  /** Where a title starts. */
  readonly areas: readonly string[];
  readonly topics: readonly string[];
  /** Which of several boards on a topic. */
  readonly endings: readonly string[];
  readonly descriptions: readonly string[];
  readonly sections: readonly (readonly string[])[];
}

const learning: BoardWords = {
  areas: listed(`
    Biology, Chemistry, Physics, Geography, History, Literature, Mathematics, Music, Art,
    Français, Español, Civics, Library, Field trip, Advisory, Drama`),
  topics: listed(`
    photosynthesis in a jar, rivers & deltas, the printing press, fractions as music, acids and
    bases, light and shadow, the city in 1900, poems we argue with, plate tectonics, tides, our
    local park, instruments of the world, book talk, proofs without words, energy at home, maps
    that lie, a day in Rome, sound waves, museum notes, debate prep`),
  endings: [
    '',
    '',
    '',
    ' - week 1',
    ' - week 2',
    ' - week 3',
    ' (7B)',
    ' (8A)',
    ' (9C)',
    ': exit tickets',
  ],
  descriptions: [
    'Add one thing you noticed and one question.',
    'Work in pairs; sign your post.',
    'Bring a source for every claim, please.',
    'Post by Friday, comment by Monday.',
    '',
  ],
  sections: [
    ['Know', 'Wonder', 'Learned'],
    ['Group 1', 'Group 2', 'Group 3', 'Group 4'],
    ['Before', 'During', 'After'],
    ['Evidence', 'Claims', 'Open questions'],
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  ],
};

const working: BoardWords = {
  areas: listed(`
    Design review, Retro, Roadmap, Research, Onboarding, Offsite, Launch, Support, Brand, Hiring,
    Workshop, Customer visits`),
  topics: listed(`
    spring release, checkout flow, pricing page, the new office, interview notes, mobile app, what
    slowed us down, naming, newsletter, trade fair, accessibility, icons & colours, first week,
    risks, metrics < promises, partner demo`),
  endings: ['', '', '', ' Q1', ' Q2', ' Q3', ' Q4', ' - round 2', ' - draft', ' (archive)'],
  descriptions: [
    'One card per idea. Votes close on Thursday.',
    'Notes are shared with the whole team.',
    'Add links, not files, where you can.',
    '',
  ],
  sections: [
    ['Keep', 'Stop', 'Try'],
    ['Ideas', 'Doing', 'Done'],
    ['Now', 'Next', 'Later'],
    ['Questions', 'Decisions', 'Actions'],
    ['Pros', 'Cons'],
  ],
};

/** The words of each type of organization. */
export const boardWords: Readonly<Record<OrganizationType, BoardWords>> = {
  school: learning,
  classroom: learning,
  team: working,
};

/** What a board may ask of each of its posts. */
export const customFieldWords = [
  { name: 'Stage', type: 'choice', options: ['draft', 'shared', 'final'] },
  { name: 'Score', type: 'number' },
  { name: 'Due', type: 'date' },
  { name: 'Source', type: 'text' },
  { name: 'Checked', type: 'boolean' },
] as const;

/** Colours of posts; most have none. */
export const colors = [null, null, null, 'red', 'orange', 'green', 'blue', 'purple'] as const;

/** Icons of boards. */
export const icons = listed(`
  leaf, globe, book, flask, compass, lamp, kite, anchor`);
