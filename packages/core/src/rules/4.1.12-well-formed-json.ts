import { refuse } from '../catalog/violations.js';
import { accept, type Checked, refuseFor } from '../model/checked.js';
import type { Clause } from './rule.js';

/** 4.1.12: the one rule about bytes, checked before there is a request to look at. */
export const wellFormedJson: Clause = {
  id: '4.1.12',
  says: 'The body is JSON in UTF-8, without a byte order mark.',
};

const refused = (detail: string): Checked<never> =>
  refuseFor([refuse('malformedJson', { pointer: '' }, detail)]);

/**
 * Reads the text of a body: the JSON value, or a refusal that an HTTP adapter answers with the code
 * BAD_JSON. A byte order mark is not JSON.
 *
 * @example
 * ```ts
 * const read = readBodyText('{');
 * isAccepted(read) ? null : read.left[0]?.violation; // 'malformedJson'
 * ```
 */
export const readBodyText = (text: string): Checked<unknown> => {
  if (text === '') return refused('The body is empty; send a JSON object.');
  try {
    return accept(JSON.parse(text) as unknown);
  } catch (error) {
    return refused(`The body is not JSON: ${(error as SyntaxError).message}.`);
  }
};

/** The refusal of a body whose bytes are not UTF-8: an HTTP adapter decodes, and answers with BAD_JSON. */
export const bodyIsNotUtf8: Checked<never> = refused(
  'The body is not UTF-8; send JSON encoded as UTF-8.',
);
