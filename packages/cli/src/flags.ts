import { type Instant, parseInstant } from '@tallyboard/core/vocabulary';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { grouped } from './progress.js';
import { exitCodes } from './terminal.js';

/*
 * Readers of flag values. Commander puts the flag and the value in front of what they say, so that
 * a refusal reads: error: option '--port <N>' argument '99999' is invalid. Expected ...
 */

const refuse = (expected: string): never => {
  throw new InvalidArgumentError(`Expected ${expected}.`);
};

/** Ends a command that was used in a wrong way. */
export const usageError = (command: Command, sentence: string): never =>
  command.error(`error: ${sentence}`, { exitCode: exitCodes.usage });

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

/** A text that is not empty. */
export const someText = (text: string): string => (text === '' ? refuse('a text') : text);

/** A month, as the API takes it. */
const month = (text: string): string =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : refuse('a month as YYYY-MM, such as 2026-03');

/** Adds `--from` and `--to` to a verb: both months, or neither. */
export const withMonths = (verb: Command, otherwise: string): Command =>
  verb
    .option('--from <month>', `first month, YYYY-MM, with --to (default: ${otherwise})`, month)
    .option('--to <month>', 'last month, YYYY-MM', month)
    .hook('preAction', (_, command) => {
      const { from, to } = command.opts<{ readonly from?: string; readonly to?: string }>();
      if ((from === undefined) === (to === undefined)) return;
      const [given, lacking] = from === undefined ? ['--to', '--from'] : ['--from', '--to'];
      usageError(command, `${given} without ${lacking}: give both months, or neither`);
    });

/** An option that an environment variable gives, too: `TALLYBOARD_CACHE_BYTES` for `--cache-bytes`. */
export const setting = (flags: string, says: string, read: (text: string) => unknown): Option => {
  const option = new Option(flags, says).argParser(read);
  return option.env(`TALLYBOARD_${option.name().replaceAll('-', '_').toUpperCase()}`);
};

/**
 * Adds an option for addresses that may hold a password: then only the variable takes them, since a command line
 * is visible to every user of the machine. No message quotes the value.
 */
export const withAddresses = (
  verb: Command,
  flags: string,
  says: string,
  protocols: readonly string[],
): Command => {
  const option = setting(flags, says, (text) => text);
  const isOne = (part: string): boolean =>
    URL.canParse(part) && protocols.includes(new URL(part).protocol);
  return verb.addOption(option).hook('preAction', (_, own) => {
    const value = own.getOptionValue(option.attributeName()) as string | undefined;
    if (value === undefined) return;
    const isFlag = own.getOptionValueSource(option.attributeName()) === 'cli';
    const name = isFlag ? option.long : option.envVar;
    const kinds = protocols.map((one) => `${one}//`).join(' or ');
    if (!value.split(',').every(isOne)) {
      usageError(
        own,
        `${name}: expected addresses that begin with ${kinds}, with commas between them`,
      );
    }
    if (isFlag && /\/\/[^/?#]*@/.test(value)) {
      usageError(
        own,
        `${name}: all users of this machine can read a password in a command line; put the addresses into ${option.envVar}`,
      );
    }
  });
};

/** The time of the run: as late as figures can be asked for, and not before there was such a thing. */
export const nowFlag = instantWithin(2000, 2999);
