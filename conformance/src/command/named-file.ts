import { readFileSync } from 'node:fs';
import { ConfigurationFault } from './fault.js';

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
