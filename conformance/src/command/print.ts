import { harmless } from '../report/visible-text.js';

/** Prints a text on standard output; no line of it is a command to a CI runner. */
export const print = (text: string): boolean => process.stdout.write(harmless(text));

/** The same on standard error. */
export const warn = (text: string): boolean => process.stderr.write(harmless(text));
