import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { quoted } from '../model/curl.js';
import { harmless } from '../report/visible-text.js';
import { suiteName } from '../suite.js';

/** Something that the operator has to put right: bad configuration, exit code 3. */
export class ConfigurationFault extends Error {}

/** Exit codes (see `--help`). */
export const exitCodes = { pass: 0, fail: 1, undecided: 2, configuration: 3, suite: 4 } as const;

/** Prints a text on standard output; no line of it is a command to a CI runner. */
export const print = (text: string): boolean => process.stdout.write(harmless(text));

/** The same on standard error. */
export const warn = (text: string): boolean => process.stderr.write(harmless(text));

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory, expected a file',
};

/** The text of a file that the operator named; a `ConfigurationFault` where it cannot be read. */
export const namedFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigurationFault(`${file}: ${reasons[code] ?? message}.`);
  }
};

/** A command line of the suite, which begins as this one did. */
export const commandLine = (words: readonly string[]): string => {
  const [, script = ''] = process.argv;
  const installed = script.includes('/.bin/') ? `npx ${suiteName}` : suiteName;
  const program = /\.m?js$/.test(script) ? `node ${quoted(relative('', script))}` : installed;
  return [program, ...words].join(' ');
};
