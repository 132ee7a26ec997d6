import { readFileSync, statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { nearest } from './nearest.js';
import { readJson, type Setting, type Settings } from './setting.js';

/** Values that a source gives, by name; what is wrong with it goes to `problems`. */
export type Source = Readonly<Record<string, unknown>>;

/** Reads the value of a setting; a value that cannot be is a problem, which quotes no secret. */
export const reading = (
  place: string,
  problems: string[],
  { secret }: Setting<unknown>,
  value: unknown,
  read: () => unknown,
): unknown => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const quoted = JSON.stringify(secret === true ? 'hidden' : value);
    problems.push(`${place}: ${quoted}: ${error.message}`);
    return undefined;
  }
};

/** Where a text stops being JSON, by the parser's message; empty where it does not say. */
const brokenAt = (text: string, { message }: SyntaxError): string => {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return `no JSON at line ${before.length}, column ${before.at(-1)!.length + 1}; `;
};

/** The settings in a file, which is a JSON object. */
export const fromFile = (settings: Settings, path: string, problems: string[]): Source => {
  const values: Record<string, unknown> = {};
  // Reading a pipe without a writer would never end.
  if (!statSync(path).isFile()) {
    problems.push(`${path}: expected a file`);
    return values;
  }
  const text = readFileSync(path, 'utf8');
  let json: unknown = null;
  let broken = '';
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's own message would quote the file, and secrets with it.
    broken = brokenAt(text, error);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    problems.push(`${path}: ${broken}expected a JSON object`);
    return values;
  }
  for (const [name, value] of Object.entries(json)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting === undefined) {
      const known = Object.keys(settings);
      problems.push(`${path}: ${name}: no such setting; ${nearest(name, known)}`);
    } else {
      const read = (): unknown => readJson(setting, value);
      values[name] = reading(`${path}: ${name}`, problems, setting, value, read);
    }
  }
  return values;
};
