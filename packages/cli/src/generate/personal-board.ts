import type { Chance } from './chance.js';
import { newBoardId } from './ids.js';
import type { Setting } from './setting.js';
import { boardWords } from './words/board-words.js';

/** Adds a board that belongs only to its builder: no organization ever counts it. */
export const addPersonalBoard = (setting: Setting, chance: Chance, builderId: string): string => {
  const id = newBoardId(chance);
  const createdAt = setting.calendar.draw(chance, setting.createdAt, setting.now);
  setting.emit('board', {
    id,
    organizationId: null,
    builderId,
    title: `My notes: ${chance.pick(boardWords[setting.type].topics)}`,
    description: null,
    iconUrl: null,
    domainName: null,
    font: null,
    colorScheme: 'dark',
    customFields: null,
    createdAt,
    updatedAt: createdAt,
  });
  return id;
};
