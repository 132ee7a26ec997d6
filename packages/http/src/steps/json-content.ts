import { errorAnswer } from '@tallyboard/core';
import type { StepOf } from '../adapter.js';
import { isJson, isUncoded, json } from '../wire/media-types.js';
import { respond } from '../wire/respond.js';

const wrongType = errorAnswer(
  'unsupportedMediaType',
  `Send the body as JSON, with the header Content-Type: ${json}.`,
  { header: 'Content-Type' },
);
const coded = errorAnswer(
  'unsupportedMediaType',
  'Send the body as it is, without a Content-Encoding.',
  { header: 'Content-Encoding' },
);

/** Checks that the body is JSON as such (section 4); whether it is well-formed is for 4.1.12. */
export const jsonContent: StepOf = () => async (call, next) => {
  const { headers } = call.req.raw;
  if (!isJson(headers.get('Content-Type'))) return respond(call, wrongType);
  return isUncoded(headers.get('Content-Encoding')) ? next() : respond(call, coded);
};
