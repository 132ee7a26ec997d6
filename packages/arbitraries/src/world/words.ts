/** An id whose order by code unit is not the order of making, as with real hashids (2.5). */
export const idOf = (kind: string, place: number): string => {
  const letters = '0ZaYbXcWdVeUfTgShRiQjPkOlNmMnLoKpJqIrHsGtFuEvDwCxByAz123456789';
  return `${letters[(place * 7) % letters.length] ?? '0'}${kind}${String(place).padStart(3, '0')}`;
};

/**
 * Display names: blank ones, the same letters in two cases and spellings, and sorting traps (2.8).
 */
export const displayNames: readonly (string | null)[] = [
  ...['Ada', null, '', '   ', '\u00a0\t', ' ada ', 'ADA L.', 'Zo\u00eb', 'Zoe\u0308'],
  ...['\u00c9mile', 'E\u0301mile', '\u00e9mile'],
  // A lower case that is longer, a letter that composes to another, and code units out of order.
  ...['\u0130pek', '\u212bngstr\u00f6m', '\u{1f600} smile', '\uff5e wave', 'a', 'Zed'],
];

/** Usernames, some missing or empty (2.8). */
export const usernames = ['ada', null, '', 'Ada_L', ' spaced ', 'zoe99', 'emile'];

/** E-mail addresses; missing and empty ones both have no value to sort by (4.2.4). */
export const emails: readonly (string | null)[] = [
  ...['ada@example.org', null, '', 'ADA@example.org', 'zo\u00eb@example.org'],
  ...['zoe\u0308@example.org', 'a.student@school.example', 'Teacher@School.Example'],
];

/** Titles of boards and attachments (2.5). */
export const titles: readonly string[] = ['Board', '', 'Caf\u00e9', 'Cafe\u0301', '<b>&"\'</b>'];

/** Categories of attachments; media twice, so that rankings of media fill (2.5). */
export const attachmentCategories: readonly string[] = [
  ...['video', 'audio', 'video', 'audio', 'image', 'document', 'link', 'drawing', 'file'],
  ...['Zine', '\u00e9mission'],
];

/** Types of scanned items (2.5). */
export const itemTypes = ['text', 'image', 'video', 'audio', 'link', 'sticker3d'];

/** What a scan may flag; an item may carry a category twice and still counts once in it (2.5). */
export const flagLists: readonly (readonly string[])[] = [
  ...[[], ['spam'], [], ['hate'], [], ['spam', 'hate'], ['selfHarm', 'spam', 'violence']],
  ...[['spam', 'spam'], ['constructor']],
];

/**
 * Milliseconds that scans took, all sums of powers of two: their total is exact in any order (2.4).
 */
export const durationsMs: readonly number[] = [100, 0, 0.25, 12.125, 250.5, 3, 1024.75, 0.5, 7];

/** Seconds of visits, so that totals fall on, under and over half a minute (2.4). */
export const visitSeconds: readonly number[] = [60, 0, 1, 29, 30, 31, 59, 90, 600, 3599];
