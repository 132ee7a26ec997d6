import type { Instant } from '@tallyboard/core/vocabulary';
import { dayMs } from './calendar.js';
import { type Chance, skewed } from './chance.js';
import { newId } from './ids.js';
import type { Setting } from './setting.js';
import { drawWord } from './weighted-draw.js';

const drawItemType = drawWord({ text: 60, image: 22, link: 10, video: 5, audio: 3 });

const drawFlag = drawWord({
  profanity: 34,
  spam: 18,
  harassment: 14,
  violence: 10,
  sexual: 8,
  hate: 7,
  selfHarm: 5,
  drugs: 4,
});

/** How long the scan of an item takes on average. */
const durationMeansMs = { text: 40, image: 380, link: 220, video: 4200, audio: 1900 } as const;

const flagShare = 0.03;
const removalShares = { flagged: 0.55, unflagged: 0.004 } as const;

const flagsOf = (chance: Chance, flagged: boolean): readonly string[] => {
  if (!flagged) return [];
  const first = drawFlag(chance);
  const second = chance.hits(0.2) ? drawFlag(chance) : first;
  return first === second ? [first] : [first, second];
};

/** Adds scans: few find anything, and now and then a person removes what they missed. */
export const addScans = (setting: Setting, count: number): void => {
  const { id: organizationId, createdAt, now, calendar, emit } = setting;
  const chance = setting.chance('scans');
  for (let number = 0; number < count; number += 1) {
    const itemType = drawItemType(chance);
    const at = calendar.draw(chance, createdAt, now);
    const flagged = chance.hits(flagShare);
    const removed = chance.hits(removalShares[flagged ? 'flagged' : 'unflagged']);
    const removedAt = Math.min(now, Math.floor(at + skewed(chance, 2 * dayMs))) as Instant;
    emit('scan', {
      id: newId(chance),
      organizationId,
      itemType,
      at,
      durationMs: Math.round(5 + skewed(chance, durationMeansMs[itemType])),
      flags: flagsOf(chance, flagged),
      removedAt: removed ? removedAt : null,
    });
  }
};
