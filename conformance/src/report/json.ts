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

/** A value as JSON that is safe to print: parsed again it is the same value, long texts cut. */
export const printable = (value: unknown, max: number = textMax): string => {
  const text = JSON.stringify(
    value,
    (_, one: unknown) => (typeof one === 'string' ? cut(one, max) : one),
    2,
  );
  return `${text.replace(unseen, spell)}\n`;
};

/** The report as JSON; `schema/report.schema.json` describes it. */
export const jsonReport = (report: Report): string => printable(report);
