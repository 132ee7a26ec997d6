import type { AttachmentFact, Instant } from '@tallyboard/core/vocabulary';
import type { BoardSetting } from './board-setting.js';
import { dayMs } from './calendar.js';
import { newId } from './ids.js';
import type { PostPlace } from './posts.js';
import { drawWord } from './weighted-draw.js';
import { attachmentWords } from './words/post-words.js';

/** Something on a board that can be played. */
export interface Media {
  readonly id: string;
  readonly at: Instant;
}

type Category = keyof typeof attachmentWords;

const drawCategory = drawWord<Category>({
  image: 38,
  document: 17,
  link: 16,
  video: 12,
  audio: 7,
  drawing: 6,
  file: 4,
});

const mediaCategories: ReadonlySet<Category> = new Set<Category>(['video', 'audio']);
const untitledShare = 0.08;
const delayMaxMs = 90_000;

/**
 * Adds attachments to posts of a board and returns what of them can be played. With `mediaFirst`
 * the first is a video.
 */
export const addAttachments = (
  { setting, chance }: BoardSetting,
  posts: readonly PostPlace[],
  count: number,
  mediaFirst: boolean,
): readonly Media[] => {
  const media: Media[] = [];
  for (let number = 0; number < count; number += 1) {
    const post = chance.pick(posts);
    const category = mediaFirst && number === 0 ? 'video' : drawCategory(chance);
    const id = newId(chance);
    const createdAt = Math.min(setting.now, post.at + chance.below(delayMaxMs)) as Instant;
    const attachment: AttachmentFact = {
      id,
      postId: post.id,
      category,
      authorId: post.authorId,
      title: chance.hits(untitledShare)
        ? null
        : `${chance.pick(attachmentWords[category])} ${1 + chance.below(40)}`,
      url: `https://files.example/${category}/${id}`,
      createdAt,
    };
    setting.emit('attachment', attachment);
    if (mediaCategories.has(category)) media.push({ id, at: createdAt });
  }
  return media;
};

const playableForMs = 120 * dayMs;

/** Adds plays of media, a few of which have most of them. */
export const addPlays = (
  { setting, chance }: BoardSetting,
  media: readonly Media[],
  count: number,
): void => {
  for (let number = 0; number < count; number += 1) {
    const lot = chance.fraction();
    const played = media[Math.floor(lot * lot * lot * media.length)]!;
    const end = Math.min(setting.now, played.at + playableForMs);
    setting.emit('play', {
      id: newId(chance),
      attachmentId: played.id,
      at: setting.calendar.draw(chance, played.at, end),
    });
  }
};
