import type { Reason } from '../failure.js';
import { isObject, textOf } from '../wire/read.js';

const reasonsMax = 100;

const textsOf = (value: unknown): Readonly<Record<string, string>> | null => {
  if (!isObject(value)) return null;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length === 0 ? null : Object.fromEntries(texts);
};

const reasonOf = (error: Readonly<Record<string, unknown>>): Reason => {
  const source = textsOf(error['source']);
  const meta = textsOf(error['meta']);
  return {
    status: textOf(error['status']),
    code: textOf(error['code']),
    title: textOf(error['title']),
    detail: textOf(error['detail']),
    ...(source === null ? {} : { source }),
    ...(meta === null ? {} : { meta }),
  };
};

/** The reasons in the body of an error answer, as far as it has any; its shape is not specified. */
export const readReasons = (json: unknown): readonly Reason[] => {
  const errors = isObject(json) ? json['errors'] : null;
  return Array.isArray(errors) ? errors.slice(0, reasonsMax).filter(isObject).map(reasonOf) : [];
};
