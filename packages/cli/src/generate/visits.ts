import type { BoardSetting } from './board-setting.js';
import { dayMs } from './calendar.js';
import { skewed } from './chance.js';
import { newId } from './ids.js';

const outsiderShare = 0.03;
const meanSeconds = 210;
const secondsMax = 4 * 3600;
const bounceShare = 0.04;
const visitedAfterMs = 45 * dayMs;

/** Adds visits to a board: by its circle, by users from elsewhere, and by visitors not signed in. */
export const addVisits = (board: BoardSetting, count: number): void => {
  const { setting, chance, boardId, createdAt, busyUntil, outsiders } = board;
  const end = Math.min(setting.now, busyUntil + visitedAfterMs);
  for (let number = 0; number < count; number += 1) {
    const act = board.act(createdAt, end);
    const lot = chance.fraction() - setting.shape.anonymous.visit;
    const userId = lot < 0 ? null : lot < outsiderShare ? chance.pick(outsiders) : act.authorId;
    const seconds = chance.hits(bounceShare)
      ? 0
      : Math.min(secondsMax, Math.ceil(skewed(chance, meanSeconds)));
    setting.emit('visit', {
      id: newId(chance),
      boardId,
      userId,
      visitorId: userId === null ? board.visitorId() : null,
      at: act.at,
      seconds,
    });
  }
};
