/** `specification`: its sentences say so. `reading`: so by the published definitions; another service may differ. */
export type Level = 'specification' | 'reading';

/** Counts each one once, however often it appears: the parts of a span do not add up to it. */
export const isDistinct = (measure: string): boolean =>
  /^(active|visitors|ranked visitors)/.test(measure);

/** Boards of metrics: whether they are counted when created or when used is open (2.6). */
const isOpen = (measure: string): boolean => /^(boards$|ranked boards)/.test(measure);

/** Whether the parts of a span add up to it. */
export const addsUp = (measure: string, level: Level): boolean =>
  !isDistinct(measure) && !(level === 'specification' && isOpen(measure));
