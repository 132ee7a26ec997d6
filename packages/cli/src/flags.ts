import { type Instant, parseInstant } from '@tallyboard/core/vocabulary';
import { type Command, InvalidArgumentError } from 'commander';
import { grouped } from './progress.js';
import { exitCodes } from './terminal.js';

/*
 * Readers of flag values. Commander puts the flag and the value in front of what they say, so that
 * a refusal reads: error: option '--port <N>' argument '99999' is invalid. Expected ...
 */

const refuse = (expected: string): never => {
  throw new InvalidArgumentError(`Expected ${expected}.`);
};

/** A whole number within a range. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max
      ? number
      : refuse(`a whole number from ${grouped(min)} to ${grouped(max)}`);
  };

/** A moment as `YYYY-MM-DDTHH:MM:SS[.sss]Z` between two years, both included. */
const instantWithin =
  (firstYear: number, lastYear: number) =>
  (text: string): Instant => {
    const instant = parseInstant(text);
    const year = Number(text.slice(0, 4));
    return instant !== null && year >= firstYear && year <= lastYear
      ? instant
      : refuse(`a time as YYYY-MM-DDTHH:MM:SSZ, from the year ${firstYear} to ${lastYear}`);
  };

/** One of a few words. */
export const oneOf =
  <A extends string>(words: readonly A[]) =>
  (text: string): A =>
    words.find((word) => word === text) ?? refuse(`one of ${words.join(', ')}`);

/** Words with commas between them. */
export const listOf =
  <A extends string>(words: readonly A[]) =>
  (text: string): readonly A[] =>
    text.split(',').map((part) => oneOf(words)(part.trim()));

/** Addresses of some kinds, with commas between them. */
export const addressesOf =
  (...protocols: readonly string[]) =>
  (text: string): string => {
    const isOne = (part: string) =>
      URL.canParse(part) && protocols.includes(new URL(part).protocol);
    return text.split(',').every(isOne)
      ? text
      : refuse(`addresses that begin with ${protocols.map((one) => `${one}//`).join(' or ')}`);
  };

/** A text that is not empty. */
export const someText = (text: string): string => (text === '' ? refuse('a text') : text);

/** A month, as the API takes it. */
const month = (text: string): string =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : refuse('a month as YYYY-MM, such as 2026-03');

/** Adds `--from` and `--to` to a verb: both months, or neither. */
export const withMonths = (verb: Command, otherwise: string): Command =>
  verb
    .option('--from <month>', `the first month, YYYY-MM, with --to (default: ${otherwise})`, month)
    .option('--to <month>', 'the last month, YYYY-MM', month)
    .hook('preAction', (_, command) => {
      const { from, to } = command.opts<{ readonly from?: string; readonly to?: string }>();
      if ((from === undefined) === (to === undefined)) return;
      const [given, lacking] = from === undefined ? ['--to', '--from'] : ['--from', '--to'];
      const sentence = `error: ${given} without ${lacking}: give both months, or neither`;
      command.error(sentence, { exitCode: exitCodes.usage });
    });

/** The time of the run: as late as figures can be asked for, and not before there was such a thing. */
export const nowFlag = instantWithin(2000, 2999);
