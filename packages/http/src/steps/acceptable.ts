import { errorAnswer } from '@tallyboard/core';
import type { StepOf } from '../call.js';
import { accepts, jsonApi } from '../wire/media-types.js';
import { respond } from '../wire/respond.js';

const refused = errorAnswer(
  'notAcceptable',
  `Answers come as ${jsonApi}: leave Accept out, or let it include this type.`,
  { header: 'Accept' },
);

/** Checks that the client takes what it would get (section 4). */
export const acceptable =
  (...alsoTolerated: readonly string[]): StepOf =>
  () =>
  (call) =>
    accepts(call.asked.header('accept'), [jsonApi, ...alsoTolerated])
      ? null
      : respond(call, refused);
