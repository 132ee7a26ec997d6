import type { Spread } from './statistics.js';

/** A number with as many digits as mean anything. */
export const digits = (value: number): string => {
  if (value === 0) return '0';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(2 + Number(Math.abs(value) >= 1))));
};

/** `1.5 (1.4–1.9)` */
export const withSpread = ({ median, min, max }: Spread): string =>
  `${digits(median)} (${digits(min)}–${digits(max)})`;

/** 100k, 1M, 10M. */
export const sizeName = (events: number): string =>
  events >= 1_000_000 ? `${events / 1_000_000}M` : `${events / 1000}k`;

/** A Markdown table; all columns but the first stand to the right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
};
