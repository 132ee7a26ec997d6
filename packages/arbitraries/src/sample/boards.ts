import { dayOfInstant, formatDay, type Instant, type PostFact } from '@tallyboard/core/vocabulary';
import { dayMs } from './calendar.js';
import { type Chance, drawWord, shuffle, zipfWeight } from './chance.js';
import type { Members } from './people.js';
import type { Setting } from './setting.js';
import type { EventCounts, EventKind } from './shapes.js';
import * as words from './words.js';

/** Who uses the boards of an organization, and how much happens on them. */
export interface BoardsPlan {
  readonly members: Members;
  readonly outsiders: readonly string[];
  readonly counts: EventCounts;
}

/** Something that a user did; without an author it is anonymous. */
interface Act {
  readonly authorId: string | null;
  readonly at: Instant;
}

const drawsMax = 4;
const circleSizeMax = 400;

/** How the circle of a board acts: some often, most seldom, none before joining or after leaving. */
const actsOf = (
  { calendar }: Setting,
  chance: Chance,
  { ids, joinedAt, leftAt, drawAuthor }: Members,
  [start, end]: readonly [number, number],
  circle: Int32Array,
) => {
  for (let index = 1; index < circle.length; index += 1) {
    for (let draw = 0; draw < drawsMax; draw += 1) {
      const member = drawAuthor(chance);
      if (joinedAt[member]! > end || leftAt[member]! < start) continue;
      circle[index] = member;
      break;
    }
  }
  return (from: number, to: number): Act => {
    for (let draw = 0; draw < drawsMax; draw += 1) {
      const member = circle[chance.early(circle.length)]!;
      const first = Math.max(from, joinedAt[member]!);
      const last = Math.min(to, leftAt[member]!);
      if (first <= last) return { authorId: ids[member]!, at: calendar(chance, first, last) };
    }
    return { authorId: null, at: calendar(chance, from, to) };
  };
};

/** What a post gives for the custom fields of its board; some are left out. */
const fieldValues = (chance: Chance, at: number): PostFact['customFields'] =>
  [
    { key: 'fld_stage', value: chance.pick(words.customFields.fld_stage.options) },
    { key: 'fld_score', value: chance.below(11) },
    { key: 'fld_due', value: formatDay(dayOfInstant(at + chance.below(30) * dayMs)) },
  ].filter(() => chance.hits(0.75));

/** Hands out events in parts, with luck in their size; the last part takes all. */
const stockOf = (counts: EventCounts, chance: Chance) => {
  const left = { ...counts };
  return (kind: EventKind, share: number): number => {
    // The rest of the events need a post and an attachment.
    const most = left[kind] - (kind === 'post' || kind === 'attachment' ? 1 : 0);
    const part = chance.rounded(left[kind] * share * chance.between(0.5, 1.5));
    const taken = share >= 1 ? left[kind] : Math.max(0, Math.min(most, part));
    left[kind] -= taken;
    return taken;
  };
};

const drawCategory = drawWord(words.attachmentShares);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Adds the boards of an organization one by one; the last and busiest takes all events that are left.
 *
 * @returns boards worth opening: with sections, custom fields and comments, and small enough to read
 */
export const addBoards = (setting: Setting, plan: BoardsPlan): readonly string[] => {
  const { members, outsiders, counts } = plan;
  const { now, calendar, emit, activity, shape, type } = setting;
  const chance = setting.chance('boards');
  const take = stockOf(counts, chance);
  const { areas, topics, endings, descriptions, sections } = words.boardWords[type];
  const worthOpening: string[] = [];

  const times = (count: number, add: (number: number) => void): void => {
    for (let number = 0; number < count; number += 1) add(number);
  };
  const changedAt = (at: Instant): Instant | null =>
    chance.hits(0.12) ? (Math.min(now, Math.floor(at + chance.skewed(dayMs))) as Instant) : null;

  /** Adds one board with all that is on it; the board itself comes last, when its last change is known. */
  const addBoard = (share: number, isBusy: boolean): string => {
    const boardId = chance.id(chance.hits(0.9) ? 16 : 20);
    const postsCount = take('post', share);
    const builder = members.drawBuilder(chance);
    const [joined, left] = [members.joinedAt[builder]!, members.leftAt[builder]!];
    // The busiest boards begin early in their builder's time and last long, so that all fits in.
    const createdAt = calendar(chance, joined, isBusy ? (joined + left) / 2 : left);
    const life = isBusy
      ? 100 * dayMs + chance.skewed(100 * dayMs)
      : dayMs + chance.skewed(45 * dayMs);
    const busyUntil = Math.min(now, createdAt + life);
    const size = Math.min(circleSizeMax, 3 + chance.below(12) + Math.floor(postsCount / 3));
    const circle = new Int32Array(size).fill(builder);
    const act = actsOf(setting, chance, members, [createdAt, busyUntil], circle);
    const [topic, things] = chance.pick(topics);
    const about = (template: string): string => template.replace('_', chance.pick(things));
    const sentence = (): string => escaped(about(chance.pick(words.sentences)));
    let updatedAt = createdAt;

    const titles = chance.hits(0.65) ? chance.pick(sections) : [];
    const sectionIds = titles.map((title, index) => {
      const id = chance.id();
      emit('section', {
        id,
        boardId,
        title,
        sortIndex: index + 1,
        createdAt,
        updatedAt: createdAt,
      });
      return id;
    });

    const hasFields = chance.hits(0.3);
    const acts = Array.from({ length: postsCount }, () => act(createdAt, busyUntil));
    acts.sort((a, b) => a.at - b.at);
    const posts = acts.map(({ at, ...by }, index) => {
      const post: PostFact = {
        id: chance.id(),
        boardId,
        sectionId: sectionIds.length === 0 || chance.hits(0.08) ? null : chance.pick(sectionIds),
        authorId: chance.hits(shape.anonymous.post) ? null : by.authorId,
        subject: chance.hits(0.1) ? null : about(`${chance.pick(words.subjectStarts)} _`),
        bodyHtml: chance.hits(0.15) ? null : `<p>${sentence()}</p>`.repeat(1 + chance.below(2)),
        color: chance.pick(words.colors),
        status: 'published',
        sortIndex: (index + 1) * 10,
        customFields: hasFields ? fieldValues(chance, at) : null,
        createdAt: at,
        updatedAt: changedAt(at),
      };
      emit('post', post);
      updatedAt = at;
      return { id: post.id, authorId: post.authorId, at };
    });
    // Where there is no post, nothing is attached or said: the next boards get it.
    const shareOnPosts = posts.length === 0 ? 0 : share;

    const media: { readonly id: string; readonly at: Instant }[] = [];
    times(take('attachment', shareOnPosts), (number) => {
      const { id: postId, authorId, at: from } = chance.pick(posts);
      // The last board has something to play.
      const category = share >= 1 && number === 0 ? 'video' : drawCategory(chance);
      const id = chance.id();
      const at = Math.min(now, from + chance.below(90_000)) as Instant;
      const title = chance.hits(0.08)
        ? null
        : `${chance.pick(words.attachmentTitles[category])} ${1 + chance.below(40)}`;
      const url = `https://files.example/${category}/${id}`;
      emit('attachment', { id, postId, category, authorId, title, url, createdAt: at });
      if (category === 'video' || category === 'audio') media.push({ id, at });
    });
    times(take('play', media.length === 0 ? 0 : share), () => {
      const { id: attachmentId, at: from } = media[chance.early(media.length)]!;
      const at = calendar(chance, from, Math.min(now, from + 120 * dayMs));
      emit('play', { id: chance.id(), attachmentId, at });
    });

    /** Most responses are to the first posts, within days. */
    const response = (anonymousShare: number) => {
      const { id: postId, at: from } = posts[chance.early(posts.length)]!;
      const by = act(from, Math.min(now, from + dayMs + chance.skewed(6 * dayMs)));
      const known = chance.hits(0.01) ? chance.pick(outsiders) : by.authorId;
      const authorId = chance.hits(anonymousShare) ? null : known;
      return { id: chance.id(), boardId, postId, authorId, createdAt: by.at };
    };
    const commentsCount = take('comment', shareOnPosts);
    times(commentsCount, () => {
      const { id, postId, authorId, createdAt: at } = response(shape.anonymous.comment);
      const content = about(chance.pick(words.remarks));
      const status = 'published';
      const changed = changedAt(at);
      emit('comment', {
        id,
        boardId,
        postId,
        authorId,
        content,
        status,
        createdAt: at,
        updatedAt: changed,
      });
      updatedAt = Math.max(updatedAt, at) as Instant;
    });
    times(take('reaction', shareOnPosts), () =>
      emit('reaction', response(shape.anonymous.reaction)),
    );

    const visitedUntil = Math.min(now, busyUntil + 45 * dayMs);
    times(take('visit', share), () => {
      const { authorId, at } = act(createdAt, visitedUntil);
      const lot = chance.fraction() - shape.anonymous.visit;
      const userId = lot < 0 ? null : lot < 0.03 ? chance.pick(outsiders) : authorId;
      // Without an account: some come again and again, most once.
      const visitorId = userId === null ? `guest${chance.early(counts.visit)}` : null;
      const seconds = chance.hits(0.04) ? 0 : Math.min(14_400, Math.ceil(chance.skewed(210)));
      emit('visit', { id: chance.id(), boardId, userId, visitorId, at, seconds });
    });

    emit('board', {
      id: boardId,
      organizationId: setting.id,
      builderId: members.ids[builder]!,
      title: `${chance.pick(areas)}: ${topic}${chance.pick(endings)}`,
      description: chance.hits(0.3) ? null : chance.pick(descriptions),
      iconUrl: chance.hits(0.5) ? `https://icons.example/${chance.pick(words.icons)}.svg` : null,
      domainName: null,
      font: chance.hits(0.6) ? null : 1 + chance.below(4),
      colorScheme: chance.hits(0.5) ? null : chance.pick(['light', 'dark']),
      customFields: hasFields ? words.customFields : null,
      createdAt,
      updatedAt,
    });
    const isRich = sectionIds.length > 0 && hasFields && commentsCount > 0;
    if (isRich && posts.length > 2 && posts.length <= 80) worthOpening.push(boardId);
    return boardId;
  };

  const ranks = shuffle(
    chance,
    Uint32Array.from({ length: counts.board }, (_, rank) => rank),
  );
  // The busiest comes last: it can take whatever has no post before.
  ranks.copyWithin(ranks.indexOf(0), ranks.indexOf(0) + 1).set([0], counts.board - 1);
  const weightOf = (rank: number): number => (activity === 'even' ? 1 : zipfWeight(rank));
  let weightLeft = ranks.reduce((sum, rank) => sum + weightOf(rank), 0);
  let busiest = '';
  for (const [index, rank] of ranks.entries()) {
    // Some boards have hardly any visitors.
    const part = activity === 'real' && chance.hits(0.06) ? 0.02 : 1;
    const share = Math.min(0.5, weightOf(rank) / weightLeft) * part;
    busiest = addBoard(index === counts.board - 1 ? 1 : share, rank <= counts.board * 0.02);
    weightLeft -= weightOf(rank);
  }
  return worthOpening.length === 0 ? [busiest] : worthOpening.slice(0, 3);
};
