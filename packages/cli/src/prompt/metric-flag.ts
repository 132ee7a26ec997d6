import { type MetricEntry, propertyNames } from '@tallyboard/core';
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

/** Reads `memberCount:status=active,userType=teacher+student`. What the words mean is checked later. */
export const metricFlag = (text: string): MetricFlag => {
  const [name = '', ...rest] = text.split(':');
  if (name === '') refuse();
  const properties = rest.length === 0 ? [] : rest.join(':').split(',').map(propertyOf);
  if (new Set(properties.map(([property]) => property)).size < properties.length) refuse();
  return { text, entry: { name, ...Object.fromEntries(properties) } };
};
