import type { Instant, PostFact } from '@tallyboard/core/vocabulary';
import type { Act, BoardSetting } from './board-setting.js';
import { dayMs } from './calendar.js';
import { type Chance, skewed } from './chance.js';
import { type CustomFields, fieldValuesOf } from './custom-fields.js';
import { newId } from './ids.js';
import { boardWords, colors } from './words/board-words.js';
import { sentences, subjectStarts, things } from './words/post-words.js';

/** A post, as far as what refers to it needs to know. */
export interface PostPlace extends Act {
  readonly id: string;
}

const sectionsShare = 0.65;

/** A text with one of the things in place of its `_`. */
export const aboutThing = (chance: Chance, template: string): string =>
  template.replace('_', chance.pick(things));

/** A text as HTML shows it. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const bodyOf = (chance: Chance): string | null => {
  const lot = chance.fraction();
  if (lot < 0.15) return null;
  const first = escaped(aboutThing(chance, chance.pick(sentences)));
  if (lot < 0.7) return `<p>${first}</p>`;
  const second = escaped(aboutThing(chance, chance.pick(sentences)));
  return lot < 0.9
    ? `<p>${first} ${second}</p>`
    : `<p><strong>${first}</strong></p><p>${second}</p>`;
};

/** Adds the sections of a board, if it has any; their ids in order. */
export const addSections = ({
  setting,
  chance,
  boardId,
  createdAt,
}: BoardSetting): readonly string[] => {
  if (!chance.hits(sectionsShare)) return [];
  return chance.pick(boardWords[setting.type].sections).map((title, index) => {
    const id = newId(chance);
    setting.emit('section', {
      id,
      boardId,
      title,
      sortIndex: index + 1,
      createdAt,
      updatedAt: createdAt,
    });
    return id;
  });
};

/** The moment of a later change, in a small share of all cases. */
export const changedAt = (chance: Chance, at: Instant, now: Instant): Instant | null =>
  chance.hits(0.12) ? (Math.min(now, Math.floor(at + skewed(chance, dayMs))) as Instant) : null;

/** Adds posts to a board, in the order of time. */
export const addPosts = (
  board: BoardSetting,
  count: number,
  sections: readonly string[],
  customFields: CustomFields,
): readonly PostPlace[] => {
  const { setting, chance, boardId, createdAt, busyUntil } = board;
  const acts = Array.from({ length: count }, () => board.act(createdAt, busyUntil));
  acts.sort((a, b) => a.at - b.at);
  return acts.map((act, index) => {
    const anonymous = chance.hits(setting.shape.anonymous.post);
    const post: PostFact = {
      id: newId(chance),
      boardId,
      sectionId: sections.length === 0 || chance.hits(0.08) ? null : chance.pick(sections),
      authorId: anonymous ? null : act.authorId,
      subject: chance.hits(0.1) ? null : `${chance.pick(subjectStarts)} ${chance.pick(things)}`,
      bodyHtml: bodyOf(chance),
      color: chance.pick(colors),
      status: 'published',
      sortIndex: (index + 1) * 10,
      customFields: fieldValuesOf(chance, customFields, act.at),
      createdAt: act.at,
      updatedAt: changedAt(chance, act.at, setting.now),
    };
    setting.emit('post', post);
    return { id: post.id, authorId: post.authorId, at: act.at };
  });
};
