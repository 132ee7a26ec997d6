import type { Report } from '../model/report.js';
import { cut } from './visible-text.js';

/** The most characters of one text; a service that answers with more is quoted no further. */
const textMax = 20_000;

/**
 * What JSON lets stand as it is and terminals or editors do not: C1 controls, bidirectional and
 * invisible marks, line separators. All of them can only be inside of texts.
 */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

const spell = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** The report as JSON, safe to print: parsed again it is the same, long texts cut; `schema/report.schema.json` describes it. */
export const jsonReport = (report: Report): string => {
  const text = JSON.stringify(
    report,
    (_, one: unknown) => (typeof one === 'string' ? cut(one, textMax) : one),
    2,
  );
  return `${text.replace(unseen, spell)}\n`;
};
