/* eslint max-lines-per-function: off -- the parts of a board share its moments, its people and its stream of chance */
import type { FactOf, Instant } from '@tallyboard/core/vocabulary';
import { zipfWeight } from './chance.js';
import type { People } from './people.js';
import { dayMs, type Setting } from './setting.js';
import type { EventKind } from './shapes.js';
import * as words from './words.js';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Columns that a board may leave empty. */
export const plainBoard = {
  ...{ description: null, iconUrl: null, domainName: null, font: null },
  ...{ colorScheme: null, customFields: null },
};

/**
 * Adds the boards of an organization one by one; the last and busiest takes all events that are left.
 *
 * @returns boards worth opening: with sections, custom fields and comments, and small enough to read
 */
export const addBoards = (
  setting: Setting,
  people: People,
  counts: Readonly<Record<EventKind, number>>,
): readonly string[] => {
  const { now, calendar, later, emit, type } = setting;
  const chance = setting.chance('boards');
  const { areas, topics, endings, descriptions, sections } = words.boardWords[type];
  const left = { ...counts };
  const worthOpening: string[] = [];

  /** A part of what is left, with luck in its size; the rest needs a post and an attachment. */
  const take = (kind: EventKind, share: number): number => {
    const most = left[kind] - (kind === 'post' || kind === 'attachment' ? 1 : 0);
    const luck = chance.between(0.5, 1.5);
    const part = Math.round(left[kind] * share * luck + chance.between(-0.5, 0.5));
    const taken = share >= 1 ? left[kind] : Math.max(0, Math.min(most, part));
    left[kind] -= taken;
    return taken;
  };
  /** Adds a part of what is left, one by one; how many. */
  const each = (kind: EventKind, share: number, add: (isFirst: boolean) => void): number => {
    const count = take(kind, share);
    for (let number = 0; number < count; number += 1) add(number === 0);
    return count;
  };
  const changedAt = (at: Instant): Instant | null =>
    chance.hits(0.12) ? later(chance, at, 1) : null;

  /** Adds one board with all that is on it; the board itself comes last, when its last change is known. */
  const addBoard = (share: number): string => {
    const boardId = chance.id(chance.hits(0.9) ? 16 : 20);
    const postsCount = take('post', share);
    const builder = people.drawBuilder(chance);
    // The busiest begin early in their builder's time and last long, so that no week has it all.
    const isBusy = share > 0.05;
    const latest = isBusy ? (builder.joinedAt + builder.until) / 2 : builder.until;
    const createdAt = calendar(chance, builder.joinedAt, latest);
    const life = (isBusy ? 150 : 1) * dayMs + chance.skewed(60 * dayMs);
    const busyUntil = Math.min(now, createdAt + life);
    const { topic, things } = chance.pick(topics);
    const about = (template: string): string => template.replace('_', chance.pick(things));
    let updatedAt = createdAt;

    /** Who uses the board, some often, most seldom. */
    const circle = new Array<typeof builder | undefined>(
      4 + chance.below(12) + Math.min(400, postsCount >> 1),
    );
    circle[0] = builder;
    /** Something that one of them does, as a member, between two moments; else it is anonymous. */
    const act = (from: number, to: number, anonymousShare: number) => {
      for (let draw = 0; draw < 4; draw += 1) {
        const member = (circle[chance.early(circle.length)] ??= people.drawAuthor(chance));
        const first = Math.max(from, member.joinedAt);
        const last = Math.min(to, member.until);
        if (first > last) continue;
        const authorId = chance.hits(anonymousShare) ? null : member.id;
        return { authorId, at: calendar(chance, first, last) };
      }
      return { authorId: null, at: calendar(chance, from, to) };
    };

    const sectionIds = (chance.hits(0.65) ? chance.pick(sections) : []).map((title, index) => {
      const id = chance.id();
      const times = { createdAt, updatedAt: createdAt };
      emit('section', { id, boardId, title, sortIndex: index + 1, ...times });
      return id;
    });
    const hasFields = chance.hits(0.3);
    const fieldsOf = (stage: string) => [
      { key: 'fld_stage', value: stage },
      ...(chance.hits(0.7) ? [{ key: 'fld_score', value: chance.below(11) }] : []),
    ];
    const acts = Array.from({ length: postsCount }, () => act(createdAt, busyUntil, 0.04));
    const posts = acts
      .sort((a, b) => a.at - b.at)
      .map(({ authorId, at }, index): FactOf<'post'> => {
        const body = `<p>${escaped(about(chance.pick(words.sentences)))}</p>`;
        const stage = chance.pick(words.customFields.fld_stage.options);
        updatedAt = at;
        return {
          ...{ id: chance.id(), boardId, authorId, createdAt: at, status: 'published' },
          sectionId: sectionIds.length === 0 || chance.hits(0.08) ? null : chance.pick(sectionIds),
          subject: chance.hits(0.1) ? null : about(`${chance.pick(words.subjectStarts)} _`),
          bodyHtml: chance.hits(0.15) ? null : body,
          color: chance.pick(words.colors),
          sortIndex: (index + 1) * 10,
          customFields: hasFields ? fieldsOf(stage) : null,
          updatedAt: changedAt(at),
        };
      });
    for (const post of posts) emit('post', post);
    // Where there is no post, nothing is attached or said: the next boards get it.
    const shareOnPosts = posts.length === 0 ? 0 : share;

    const media: FactOf<'attachment'>[] = [];
    each('attachment', shareOnPosts, (isFirst) => {
      const { id: postId, authorId, createdAt: from } = chance.pick(posts);
      // The last board has something to play.
      const kind = share >= 1 && isFirst ? 3 : chance.early(words.attachments.length);
      const [category, start] = words.attachments[kind]!;
      const id = chance.id();
      const createdAt = Math.min(now, from + chance.below(90_000)) as Instant;
      const title = chance.hits(0.08) ? null : `${start} ${1 + chance.below(40)}`;
      const url = `https://files.example/${category}/${id}`;
      const attachment = { id, postId, category, authorId, title, url, createdAt };
      emit('attachment', attachment);
      if (category === 'video' || category === 'audio') media.push(attachment);
    });
    each('play', media.length === 0 ? 0 : share, () => {
      const { id: attachmentId, createdAt: from } = media[chance.early(media.length)]!;
      const at = calendar(chance, from, Math.min(now, from + 120 * dayMs));
      emit('play', { id: chance.id(), attachmentId, at });
    });

    /** Most responses are to the first posts, within days. */
    const response = (anonymousShare: number) => {
      const { id: postId, createdAt: from } = posts[chance.early(posts.length)]!;
      const to = Math.min(now, from + dayMs + chance.skewed(6 * dayMs));
      const { authorId, at: createdAt } = act(from, to, anonymousShare);
      return { id: chance.id(), boardId, postId, authorId, createdAt };
    };
    const commentsCount = each('comment', shareOnPosts, () => {
      const comment = response(0.03);
      const content = about(chance.pick(words.remarks));
      const changed = changedAt(comment.createdAt);
      emit('comment', { ...comment, content, status: 'published', updatedAt: changed });
      updatedAt = Math.max(updatedAt, comment.createdAt) as Instant;
    });
    each('reaction', shareOnPosts, () => emit('reaction', response(0.1)));
    each('visit', share, () => {
      const { authorId: userId, at } = act(createdAt, Math.min(now, busyUntil + 45 * dayMs), 0.22);
      // Without an account: some come again and again, most once.
      const visitorId = userId === null ? `guest${chance.early(counts.visit)}` : null;
      const seconds = chance.hits(0.04) ? 0 : Math.min(14_400, Math.ceil(chance.skewed(210)));
      emit('visit', { id: chance.id(), boardId, userId, visitorId, at, seconds });
    });

    emit('board', {
      ...{ ...plainBoard, id: boardId, organizationId: setting.id, builderId: builder.id },
      title: `${chance.pick(areas)}: ${topic}${chance.pick(endings)}`,
      description: chance.hits(0.3) ? null : chance.pick(descriptions),
      iconUrl: chance.hits(0.5) ? 'https://icons.example/leaf.svg' : null,
      font: chance.hits(0.6) ? null : 1 + chance.below(4),
      colorScheme: chance.hits(0.5) ? null : chance.pick(['light', 'dark']),
      customFields: hasFields ? words.customFields : null,
      ...{ createdAt, updatedAt },
    });
    const isRich = sectionIds.length > 0 && hasFields && commentsCount > 0;
    if (isRich && posts.length > 2 && posts.length <= 80) worthOpening.push(boardId);
    return boardId;
  };

  const weights = Array.from({ length: counts.board }, (_, rank) => zipfWeight(rank)).reverse();
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let busiest = '';
  for (const [index, weight] of weights.entries()) {
    busiest = addBoard(index === counts.board - 1 ? 1 : Math.min(0.5, weight / weightLeft));
    weightLeft -= weight;
  }
  return worthOpening.length === 0 ? [busiest] : worthOpening.slice(-3);
};
