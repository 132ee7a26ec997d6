import type { OrganizationType } from '@tallyboard/core/vocabulary';

/** The words of a text with commas between them; a line break within a word is a space. */
const listed = (text: string): readonly string[] => text.trim().replaceAll(/\s+/g, ' ').split(', ');

/** Names that go together. */
export interface Names {
  /** How many of 100 people have such names. */
  readonly share: number;
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly isFamilyFirst: boolean;
}

const names = (share: number, given: string, family: string, isFamilyFirst = false): Names => ({
  share,
  given: listed(given),
  family: listed(family),
  isFamilyFirst,
});

/** Names of people in several scripts; chance puts them together. */
export const nameSets: readonly Names[] = [
  names(
    70,
    `Adelo, Aniva, Aruno, Belisa, Brenik, Calvo, Cirena, Dalmira, Delphin, Edruna, Elvar, Emiko-Lu,
    Fenja, Gavril, Gisela-Mo, Halvin, Idriva, Isolde, Jarmo, Jolenta, Kaelo, Kirsika, Léonie, Lumira,
    Maelo, Mirtha, Nevena, Öykü, Quinlo, Ravena, Rúna, Selwin, Søla, Tamiro, Venka, Wilmo, Zoë`,
    `Abendrath, Alvenor, Bertavel, Birkholme, Calderwyn, Castrelo, Dorvane, Elmhurster, Fairlodge,
    Galanthy, Hallowind, Ilvesson, Jankovar, Kobayaro, Larkspurre, Lindqvast, Mbeleko, Müllerin,
    Nakatora, Norrington-Vey, O’Dallan, Okonvale, Pellerine, Quillander, Rivendahl, Silberbach,
    Söderlind, Thornaby, Ulmstead, Valdecoro, Vintersol, Wolkenstett, Yarrowick, Zielinar`,
  ),
  names(5, 'Мирон, Ольга, Таїсія, Ярина, Гліб, Віра', 'Зорянко, Лісовська, Полянов, Ткаченко'),
  names(3, 'Ελένη, Νίκος, Δάφνη, Άρης, Θάλεια', 'Αστεριάδης, Λιβαδάς, Μελισσά, Φωτεινού'),
  names(5, 'ليلى, سامر, نور, يوسف, هدى', 'الكرمي, النجار, حداد, العطار'),
  names(2, 'נועה, איתן, תמר, אורי', 'כרמלי, שקד, אלון, גלבוע'),
  names(4, 'अनन्या, कबीर, मीरा, रोहन, तारा', 'देशपांडे, जोशी, वर्मा, नायर'),
  names(2, 'สุดา, ธนา, มาลี, ปรีชา', 'ทองดี, แสงจันทร์, วงศ์ใหญ่'),
  names(4, '小雨, 明轩, 思远, 佳宁, 晓峰', '林, 陈, 欧阳, 苏, 何', true),
  names(3, 'はるか, 蓮, さくら, 大翔', '森川, 青木, 小野寺, 白石', true),
  names(2, '서연, 하준, 지우, 도윤', '한, 남궁, 윤, 서', true),
];

/** What boards of a type of organization are about. */
export interface BoardWords {
  /** Where a title starts. */
  readonly areas: readonly string[];
  /** Each topic with what its posts are about. */
  readonly topics: readonly (readonly [topic: string, things: readonly string[]])[];
  /** Which of several boards on a topic. */
  readonly endings: readonly string[];
  readonly descriptions: readonly string[];
  readonly sections: readonly (readonly string[])[];
}

/** A topic a line, with a colon between it and its things. */
const topicsOf = (text: string): BoardWords['topics'] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [topic = '', things = ''] = line.trim().split(': ');
      return [topic, listed(things)];
    });

const learning: BoardWords = {
  areas: listed(
    'Room 4, 7B, Year 9, Library, Français, Español, Science club, Field trip, Advisory',
  ),
  topics: topicsOf(`
    photosynthesis in a jar: the jar by the window, our oxygen count, the control plant, step 4
    rivers & deltas: the old bridge, layer 3 of the silt, the flood map, our water samples
    the printing press: the first woodcut, page 42, the price of a book in 1480, our own letters
    fractions as music: the 3/4 bar, the chorus, the half note, our clapping game
    acids and bases: the red cabbage test, the pH graph, the lemon battery, the safety sheet
    the city in 1900: the tram map, the interview with my grandfather, the census, the photograph
    poems we argue with: the last verse, the missing rhyme, the speaker, the second draft
    plate tectonics: the clay model, the Pacific ring, the timeline, the epicentre
    maps that lie: the size of Greenland, the red line, the legend, the survey of our street
    energy at home: the meter reading, the kettle, the insulation, our budget
    debate prep: the opening, the strongest counterexample, the source, the closing question`),
  endings: ['', '', '', ' - week 1', ' - week 2', ' - week 3', ' (8A)', ' (9C)', ': exit tickets'],
  descriptions: [
    'Add one thing you noticed and one question.',
    'Post by Friday, comment by Monday.',
    '',
  ],
  sections: [
    'Know, Wonder, Learned',
    'Group 1, Group 2, Group 3',
    'Evidence, Claims, Open questions',
  ].map(listed),
};

const working: BoardWords = {
  areas: listed(
    'Design review, Retro, Roadmap, Research, Onboarding, Offsite, Launch, Support, Brand',
  ),
  topics: topicsOf(`
    spring release: the changelog, the rollout plan, the last blocker, the demo
    checkout flow: the second step, the error message, the form on phones, the drop-off graph
    pricing page: the yearly plan, the comparison table, the headline, the footnote
    the new office: the floor plan, the phone booths, the move, the plants
    interview notes: the third interview, the quote on trust, the survey, the sample
    accessibility: the contrast report, the focus order, the captions, the skip link
    metrics < promises: the target, the weekly figure, the dashboard, the footprint`),
  endings: ['', '', '', ' Q1', ' Q2', ' Q3', ' Q4', ' - round 2', ' - draft', ' (archive)'],
  descriptions: [
    'One card per idea. Votes close on Thursday.',
    'Add links, not files, where you can.',
    '',
  ],
  sections: ['Keep, Stop, Try', 'Ideas, Doing, Done', 'Now, Next, Later', 'Pros, Cons'].map(listed),
};

/** The words of each type of organization. */
export const boardWords: Readonly<Record<OrganizationType, BoardWords>> = {
  school: learning,
  classroom: learning,
  team: working,
};

/** What a board may ask of each of its posts. */
export const customFields = {
  fld_stage: { name: 'Stage', type: 'choice', options: ['draft', 'shared', 'final'] },
  fld_score: { name: 'Score', type: 'number' },
  fld_due: { name: 'Due', type: 'date' },
} as const;

/** Colours of posts; most have none. */
export const colors = [null, null, null, 'red', 'orange', 'green', 'blue', 'purple'] as const;

/** Icons of boards. */
export const icons = listed('leaf, globe, book, flask, compass, lamp, kite, anchor');

/** How subjects of posts start; what they are about follows. */
export const subjectStarts = listed(`
  What I found about, A question on, Two views of, Sketch:, Notes on, Surprising:, Draft -, Why,
  Summary of, Help with, Look at, My favourite:`);

/** Sentences of posts about something, which takes the place of `_`. */
export const sentences = [
  'We compared _ with what we expected.',
  'It took three attempts to get _ right.',
  'If you look closely, _ tells another story.',
  'The result was < 5, so _ needs another look.',
  'Sources for _ are linked below.',
  'I would keep _ & drop the rest.',
  'Could you explain _ to me?',
];

/** What comments say. */
export const remarks = [
  'Good point about _!',
  'I see _ differently: what if it is the other way round?',
  'Thanks, that helps.',
  'Agreed 👍',
  'Could you add a picture of _?',
  '3 < 4 & that is all you need for _.',
  '"_" made me laugh.',
];

/** How many of 100 attachments are of a category. */
export const attachmentShares = {
  image: 38,
  document: 17,
  link: 16,
  video: 12,
  audio: 7,
  drawing: 6,
  file: 4,
};

/** Titles of attachments, before the number. */
export const attachmentTitles = {
  image: ['Photo', 'Sketch', 'Screenshot', 'Poster'],
  document: ['Worksheet', 'Report', 'Reading list'],
  link: ['Article', 'Encyclopedia entry', 'Open data'],
  video: ['Experiment', 'Interview', 'Rehearsal'],
  audio: ['Podcast', 'Voice note'],
  drawing: ['Diagram', 'Doodle', 'Map'],
  file: ['Archive', 'Spreadsheet', 'Slides'],
};
