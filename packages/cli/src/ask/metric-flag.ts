import {
  type MetricEntry,
  type MetricName,
  metricNames,
  propertyNames,
} from '@tallyboard/core/vocabulary';
import { InvalidArgumentError } from 'commander';

/** A metric as a flag named it, with the text for messages. */
export interface MetricFlag {
  readonly text: string;
  readonly entry: MetricEntry;
}

const form =
  'Expected NAME or NAME:PROPERTY=VALUE,..., where VALUE is a word, words joined by + for a list, or a word and + for a list of one';

const refuse = (): never => {
  throw new InvalidArgumentError(`${form}; the properties are ${propertyNames.join(', ')}.`);
};

/** `a` is a word, `a+b` a list, and `a+` a list of one. */
const valueOf = (text: string): string | readonly string[] => {
  const words = text.split('+');
  if (words.length === 1) return text === '' ? refuse() : text;
  const list = words.at(-1) === '' ? words.slice(0, -1) : words;
  return list.includes('') ? refuse() : list;
};

const propertyOf = (text: string): readonly [string, string | readonly string[]] => {
  const [name = '', ...rest] = text.split('=');
  return (propertyNames as readonly string[]).includes(name) && rest.length > 0
    ? [name, valueOf(rest.join('='))]
    : refuse();
};

/** How many letters must be put in, left out or replaced to make one text of the other. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [number, letter] of Array.from(a).entries()) {
    const next = [number + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const replaced = row[at - 1]! + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
};

/** The name that is most like another one; where none is, all of them. */
const suggestion = (name: string): string => {
  const far = (known: string): number => distance(name.toLowerCase(), known.toLowerCase());
  const [best] = [...metricNames].sort((a, b) => far(a) - far(b));
  return best !== undefined && far(best) <= Math.max(2, name.length / 3)
    ? `did you mean ${best}?`
    : `there are ${metricNames.join(', ')}`;
};

/** Reads the name of a metric. */
export const metricName = (text: string): MetricName => {
  const name = metricNames.find((known) => known === text);
  if (name === undefined)
    throw new InvalidArgumentError(`There is no metric ${text}; ${suggestion(text)}`);
  return name;
};

/** Reads `memberCount:status=active,userType=teacher+student`. What the words mean is checked later. */
export const metricFlag = (text: string): MetricFlag => {
  const [word = '', ...rest] = text.split(':');
  const name = metricName(word === '' ? refuse() : word);
  const properties = rest.length === 0 ? [] : rest.join(':').split(',').map(propertyOf);
  if (new Set(properties.map(([property]) => property)).size < properties.length) refuse();
  return { text, entry: { name, ...Object.fromEntries(properties) } };
};
