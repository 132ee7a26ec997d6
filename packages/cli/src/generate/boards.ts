import type { BoardFact, Instant } from '@tallyboard/core/vocabulary';
import { addAttachments, addPlays } from './attachments.js';
import { actsOf, type BoardSetting, circleOf } from './board-setting.js';
import { dayMs } from './calendar.js';
import { type Chance, shuffle, skewed } from './chance.js';
import { customFieldsOf, definitionsOf } from './custom-fields.js';
import { type EventCounts, type EventStock, eventStock } from './event-split.js';
import { newBoardId } from './ids.js';
import type { Members } from './members.js';
import { addPosts, addSections } from './posts.js';
import { addComments, addReactions } from './responses.js';
import type { Setting } from './setting.js';
import { visitorPool } from './visitor-pool.js';
import { addVisits } from './visits.js';
import { zipfWeight } from './weighted-draw.js';
import { boardWords, icons } from './words/board-words.js';

/** What became of a board. */
export interface BoardSummary {
  readonly id: string;
  readonly builderId: string;
  readonly sectionsCount: number;
  readonly postsCount: number;
  readonly commentsCount: number;
  readonly hasCustomFields: boolean;
}

/** Who uses the boards, and how much happens on them. */
export interface BoardsPlan {
  readonly members: Members;
  readonly outsiders: readonly string[];
  readonly counts: EventCounts;
  readonly onBoard: (board: BoardSummary) => void;
}

const customFieldsShare = 0.3;
const meanLifeMs = 45 * dayMs;
const circleSizeMax = 400;
/** The busiest boards start early in their builder's time and last long, so that all fits in. */
const busyShare = 0.02;
const busyLifeMinMs = 100 * dayMs;
/** Boards with hardly any visitors, and what they get of their share. */
const desertedShare = 0.06;
const desertedPart = 0.02;

type BoardWordsFields = Pick<
  BoardFact,
  'title' | 'description' | 'iconUrl' | 'domainName' | 'font' | 'colorScheme'
>;

const wordsOf = ({ type }: Setting, chance: Chance): BoardWordsFields => {
  const { areas, topics, endings, descriptions } = boardWords[type];
  return {
    title: `${chance.pick(areas)}: ${chance.pick(topics)}${chance.pick(endings)}`,
    description: chance.hits(0.3) ? null : chance.pick(descriptions),
    iconUrl: chance.hits(0.5) ? `https://icons.example/${chance.pick(icons)}.svg` : null,
    domainName: null,
    font: chance.hits(0.6) ? null : 1 + chance.below(4),
    colorScheme: chance.hits(0.5) ? null : chance.pick(['light', 'dark']),
  };
};

interface BoardPlan {
  readonly boards: BoardsPlan;
  readonly stock: EventStock;
  readonly visitorId: () => string;
  /** The share of this board in what is left. */
  readonly share: number;
  readonly isBusy: boolean;
}

const startBoard = (setting: Setting, chance: Chance, plan: BoardPlan, postsCount: number) => {
  const { members, outsiders } = plan.boards;
  const builder = members.drawBuilder(chance);
  const [joined, left] = [members.joinedAt[builder]!, members.leftAt[builder]!];
  const latest = plan.isBusy ? joined + 0.5 * (left - joined) : left;
  const createdAt = setting.calendar.draw(chance, joined, latest);
  const life = plan.isBusy
    ? busyLifeMinMs + skewed(chance, busyLifeMinMs)
    : dayMs + skewed(chance, meanLifeMs);
  const busyUntil = Math.min(setting.now, createdAt + life) as Instant;
  const size = Math.min(circleSizeMax, 3 + chance.below(12) + Math.floor(postsCount / 3));
  const circle = circleOf(members, chance, builder, size, createdAt, busyUntil);
  const board: BoardSetting = {
    setting,
    chance,
    boardId: newBoardId(chance),
    createdAt,
    busyUntil,
    act: actsOf(setting, members, chance, circle),
    outsiders,
    visitorId: plan.visitorId,
  };
  return { board, builderId: members.ids[builder]! };
};

/** Adds one board with all that is on it. The board itself comes last, when its last change is known. */
const addBoard = (setting: Setting, chance: Chance, plan: BoardPlan): BoardSummary => {
  const { stock, share } = plan;
  const postsCount = stock.take('post', share);
  const { board, builderId } = startBoard(setting, chance, plan, postsCount);
  const { boardId: id, createdAt } = board;

  const customFields = chance.hits(customFieldsShare) ? customFieldsOf(chance) : [];
  const sections = addSections(board);
  const posts = addPosts(board, postsCount, sections, customFields);
  // Nothing is attached or answered where there is no post; the next boards get it.
  const onPosts = postsCount === 0 ? () => 0 : stock.take;
  const media = addAttachments(board, posts, onPosts('attachment', share), share >= 1);
  addPlays(board, media, media.length === 0 ? 0 : stock.take('play', share));
  const commentsCount = onPosts('comment', share);
  const commentedAt = addComments(board, posts, commentsCount);
  addReactions(board, posts, onPosts('reaction', share));
  addVisits(board, stock.take('visit', share));

  setting.emit('board', {
    id,
    organizationId: setting.id,
    builderId,
    ...wordsOf(setting, chance),
    customFields: definitionsOf(customFields),
    createdAt,
    updatedAt: Math.max(createdAt, commentedAt, posts.at(-1)?.at ?? 0) as Instant,
  });
  const hasCustomFields = customFields.length > 0;
  return {
    id,
    builderId,
    sectionsCount: sections.length,
    postsCount,
    commentsCount,
    hasCustomFields,
  };
};

/**
 * Adds the boards of an organization one by one, so that no more than one has to be remembered. The
 * busiest comes last: it can take whatever found no place before.
 */
export const addBoards = (setting: Setting, plan: BoardsPlan): void => {
  const chance = setting.chance('boards');
  const boardsCount = plan.counts.board;
  const stock = eventStock(plan.counts, chance);
  const visitorId = visitorPool(setting.chance('visitors'));
  const ranks = Uint32Array.from({ length: boardsCount }, (_, index) => index + 1);
  shuffle(chance, ranks.subarray(0, -1));
  ranks[boardsCount - 1] = 0;
  let weightLeft = ranks.reduce((sum, rank) => sum + zipfWeight(rank), 0);
  for (const [index, rank] of ranks.entries()) {
    const weight = zipfWeight(rank);
    const part = chance.hits(desertedShare) ? desertedPart : 1;
    const share = index === boardsCount - 1 ? 1 : Math.min(0.5, weight / weightLeft) * part;
    weightLeft -= weight;
    const isBusy = rank <= boardsCount * busyShare;
    plan.onBoard(addBoard(setting, chance, { boards: plan, stock, visitorId, share, isBusy }));
  }
};
