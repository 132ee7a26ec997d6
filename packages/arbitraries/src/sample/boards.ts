/* eslint max-lines-per-function: off -- the parts of a board share its moments, its people and its stream of chance */
import type { Instant, PostFact } from '@tallyboard/core/vocabulary';
import { zipfWeight } from './chance.js';
import type { Members } from './people.js';
import { dayMs, type Setting } from './setting.js';
import type { EventKind } from './shapes.js';
import * as words from './words.js';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Adds the boards of an organization one by one; the last and busiest takes all events that are left.
 *
 * @returns boards worth opening: with sections, custom fields and comments, and small enough to read
 */
export const addBoards = (
  setting: Setting,
  members: Members,
  counts: Readonly<Record<EventKind, number>>,
): readonly string[] => {
  const { now, calendar, emit, type } = setting;
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
  const times = (count: number, add: (number: number) => void): void => {
    for (let number = 0; number < count; number += 1) add(number);
  };
  const changedAt = (at: Instant): Instant | null =>
    chance.hits(0.12) ? (Math.min(now, Math.floor(at + chance.skewed(dayMs))) as Instant) : null;

  /** Adds one board with all that is on it; the board itself comes last, when its last change is known. */
  const addBoard = (share: number): string => {
    const boardId = chance.id(chance.hits(0.9) ? 16 : 20);
    const postsCount = take('post', share);
    const builder = members.drawBuilder(chance);
    const [joined, leaves] = [members.joinedAt[builder]!, members.leftAt[builder]!];
    // The busiest begin early in their builder's time and last long, so that no week has it all.
    const isBusy = share > 0.05;
    const createdAt = calendar(chance, joined, isBusy ? (joined + leaves) / 2 : leaves);
    const life = (isBusy ? 150 : 1) * dayMs + chance.skewed(60 * dayMs);
    const busyUntil = Math.min(now, createdAt + life);
    const { topic, things } = chance.pick(topics);
    const about = (template: string): string => template.replace('_', chance.pick(things));
    let updatedAt = createdAt;

    /** Who uses the board, some often, most seldom. */
    const circle = new Int32Array(4 + chance.below(12) + Math.min(400, postsCount >> 1)).fill(-1);
    circle[0] = builder;
    /** Something that one of them does, as a member, between two moments; else it is anonymous. */
    const act = (from: number, to: number, anonymousShare: number) => {
      for (let draw = 0; draw < 4; draw += 1) {
        const at = chance.early(circle.length);
        if (circle[at] === -1) circle[at] = members.drawAuthor(chance);
        const member = circle[at]!;
        const first = Math.max(from, members.joinedAt[member]!);
        const last = Math.min(to, members.leftAt[member]!);
        if (first > last) continue;
        const authorId = chance.hits(anonymousShare) ? null : members.ids[member]!;
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
      .map(({ authorId, at }, index): PostFact => {
        const body = `<p>${escaped(about(chance.pick(words.sentences)))}</p>`;
        const stage = chance.pick(words.customFields.fld_stage.options);
        updatedAt = at;
        return {
          id: chance.id(),
          boardId,
          sectionId: sectionIds.length === 0 || chance.hits(0.08) ? null : chance.pick(sectionIds),
          authorId,
          subject: chance.hits(0.1) ? null : about(`${chance.pick(words.subjectStarts)} _`),
          bodyHtml: chance.hits(0.15) ? null : body,
          color: chance.pick(words.colors),
          status: 'published',
          sortIndex: (index + 1) * 10,
          customFields: hasFields ? fieldsOf(stage) : null,
          createdAt: at,
          updatedAt: changedAt(at),
        };
      });
    for (const post of posts) emit('post', post);
    // Where there is no post, nothing is attached or said: the next boards get it.
    const shareOnPosts = posts.length === 0 ? 0 : share;

    const media: { readonly id: string; readonly at: Instant }[] = [];
    times(take('attachment', shareOnPosts), (number) => {
      const { id: postId, authorId, createdAt: from } = chance.pick(posts);
      // The last board has something to play.
      const kind = share >= 1 && number === 0 ? 3 : chance.early(words.attachments.length);
      const [category, start] = words.attachments[kind]!;
      const id = chance.id();
      const at = Math.min(now, from + chance.below(90_000)) as Instant;
      const title = chance.hits(0.08) ? null : `${start} ${1 + chance.below(40)}`;
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
      const { id: postId, createdAt: from } = posts[chance.early(posts.length)]!;
      const to = Math.min(now, from + dayMs + chance.skewed(6 * dayMs));
      const { authorId, at } = act(from, to, anonymousShare);
      return { id: chance.id(), boardId, postId, authorId, createdAt: at };
    };
    const commentsCount = take('comment', shareOnPosts);
    times(commentsCount, () => {
      const { id, postId, authorId, createdAt: at } = response(0.03);
      const content = about(chance.pick(words.remarks));
      const rest = { content, status: 'published', createdAt: at, updatedAt: changedAt(at) };
      emit('comment', { id, boardId, postId, authorId, ...rest });
      updatedAt = Math.max(updatedAt, at) as Instant;
    });
    times(take('reaction', shareOnPosts), () => emit('reaction', response(0.1)));

    times(take('visit', share), () => {
      const visit = act(createdAt, Math.min(now, busyUntil + 45 * dayMs), 0.22);
      const { authorId: userId, at } = visit;
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
      iconUrl: chance.hits(0.5) ? 'https://icons.example/leaf.svg' : null,
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

  const weights = Array.from({ length: counts.board }, (_, rank) => zipfWeight(rank)).reverse();
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let busiest = '';
  for (const [index, weight] of weights.entries()) {
    busiest = addBoard(index === counts.board - 1 ? 1 : Math.min(0.5, weight / weightLeft));
    weightLeft -= weight;
  }
  return worthOpening.length === 0 ? [busiest] : worthOpening.slice(-3);
};
