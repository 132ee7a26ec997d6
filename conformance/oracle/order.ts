/** Compares texts by their UTF-16 code units, the one order that needs no locale (4.2). */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
