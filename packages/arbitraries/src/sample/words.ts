import type { OrganizationType } from '@tallyboard/core/vocabulary';

/** The words of a text with commas between them; a line break within a word is a space. */
export const listed = (text: string): readonly string[] =>
  text.trim().replaceAll(/\s+/g, ' ').split(', ');

/** Names that go together, and how many of 100 people have such names. */
const names = (share: number, given: string, family: string, isFamilyFirst = false) => ({
  share,
  given: listed(given),
  family: listed(family),
  isFamilyFirst,
});

/** Names of people in several scripts; chance puts them together. */
export const nameSets = [
  names(
    70,
    `Adelo, Aniva, Aruno, Belisa, Brenik, Calvo, Cirena, Dalmira, Delphin, Edruna, Emiko-Lu, Fenja,
    Gavril, Halvin, Idriva, Jarmo, Kaelo, Kirsika, Léonie, Maelo, Mirtha, Öykü, Quinlo, Rúna, Søla`,
    `Abendrath, Alvenor, Bertavel, Calderwyn, Dorvane, Elmhurster, Galanthy, Hallowind, Jankovar,
    Kobayaro, Lindqvast, Mbeleko, Müllerin, Nakatora, O’Dallan, Okonvale, Pellerine, Rivendahl,
    Söderlind, Thornaby, Valdecoro, Wolkenstett, Yarrowick, Zielinar`,
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
] as const;

/** Topics of boards, one a line, with what posts on each are about. */
const topicsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [topic = '', things = ''] = line.trim().split(': ');
      return { topic, things: listed(things) };
    });

const learning = {
  areas: listed('Room 4, 7B, Year 9, Library, Français, Science club, Field trip, Advisory'),
  topics: topicsOf(`
    photosynthesis in a jar: the jar by the window, our oxygen count, the control plant, step 4
    rivers & deltas: the old bridge, layer 3 of the silt, the flood map, our water samples
    the printing press: the first woodcut, page 42, the price of a book in 1480, our own letters
    acids and bases: the red cabbage test, the pH graph, the lemon battery, the safety sheet
    the city in 1900: the tram map, the interview with my grandfather, the census, the photograph
    poems we argue with: the last verse, the missing rhyme, the speaker, the second draft
    maps that lie: the size of Greenland, the red line, the legend, the survey of our street
    debate prep: the opening, the strongest counterexample, the source, the closing question`),
  endings: ['', '', ' - week 1', ' - week 2', ' (8A)', ' (9C)', ': exit tickets'],
  descriptions: ['Add one thing you noticed and one question.', 'Post by Friday.', ''],
  sections: ['Know, Wonder, Learned', 'Evidence, Claims, Open questions'].map(listed),
};

const working = {
  areas: listed('Design review, Retro, Roadmap, Research, Onboarding, Launch, Support'),
  topics: topicsOf(`
    checkout flow: the second step, the error message, the form on phones, the drop-off graph
    pricing page: the yearly plan, the comparison table, the headline, the footnote
    interview notes: the third interview, the quote on trust, the survey, the sample
    metrics < promises: the target, the weekly figure, the dashboard, the footprint`),
  endings: ['', '', ' Q1', ' Q2', ' Q3', ' Q4', ' - draft'],
  descriptions: ['One card per idea. Votes close on Thursday.', ''],
  sections: ['Keep, Stop, Try', 'Ideas, Doing, Done'].map(listed),
};

/** The words of each type of organization. */
export const boardWords: Readonly<Record<OrganizationType, typeof learning>> = {
  school: learning,
  classroom: learning,
  team: working,
};

/** What a board may ask of each of its posts. */
export const customFields = {
  fld_stage: { name: 'Stage', type: 'choice', options: ['draft', 'shared', 'final'] },
  fld_score: { name: 'Score', type: 'number' },
} as const;

/** Colours of posts; most have none. */
export const colors = [null, null, null, 'red', 'orange', 'green', 'blue'] as const;

/** How subjects of posts start; what they are about follows. */
export const subjectStarts = listed(
  'What I found about, A question on, Two views of, Sketch:, Notes on, Why, Look at',
);

/** Sentences of posts, and of comments, about something that takes the place of `_`. */
export const sentences = [
  'We compared _ with what we expected.',
  'It took three attempts to get _ right.',
  'The result was < 5, so _ needs another look.',
  'I would keep _ & drop the rest.',
];
export const remarks = listed(
  'Good point about _!, Agreed 👍, Where is _ from?, "_" made me laugh.',
);

/** Categories of attachments and what their titles begin with, the most frequent first. */
export const attachments = listed(
  'image Photo, document Worksheet, link Article, video Experiment, audio Podcast, drawing Diagram, file Archive',
).map((text) => text.split(' ') as [category: string, title: string]);

/** Categories that scans flag, the most frequent first. */
export const flags = listed('profanity, spam, harassment, violence, sexual, hate, selfHarm, drugs');
