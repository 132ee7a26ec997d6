import { errorAnswer } from '@tallyboard/core';
import type { StepOf } from '../call.js';
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
export const jsonContent: StepOf = () => (call) => {
  const { header } = call.asked;
  if (!isJson(header('content-type'))) return respond(call, wrongType);
  return isUncoded(header('content-encoding')) ? null : respond(call, coded);
};
