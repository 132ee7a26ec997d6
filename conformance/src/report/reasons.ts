import type { Reason } from '../model/verdict.js';

/** What a reason means to the reader of a report. */
export const reasonSentences: Readonly<Record<Reason, string>> = {
  pending: 'Still computing when the run had no requests or no time left.',
  quota: 'The allowance was used up, and a refusal for that says nothing about the rule.',
  drift: 'The data changed between two answers that had to be compared.',
  suspect:
    'A relation is broken, but the data may have changed meanwhile. Use --frozen if it cannot.',
  vacuous: 'Only zeros or empty lists were compared, and they prove nothing.',
  transport: 'No answer, a truncated one, or one from a gateway.',
  monthChange: 'The month changes too near the time of the run.',
  prerequisite: 'An answer that the rule builds on was not of the expected kind.',
  notSent: 'The request that decides the rule was not sent.',
  skipped: 'Left out with --skip.',
  judgeFailed: 'The judge itself failed: a fault of the suite, please report it.',
  needsConfig: 'Needs a key, an organization or a board that the configuration does not name.',
  needsSeed: 'Needs data that the suite knows (--facts).',
  needsFault: 'Needs a slow or faulty service, and it was neither during the run.',
  notRequested: 'Needs the check of the allowance (--quota-check).',
  notExercised: 'The condition of the rule never occurred.',
  otherOrganizationType: 'Holds for another type of organization only.',
  notObservable: 'No request can show it.',
  observed: 'The specification leaves it open; the profile shows what the service does.',
  notSelected: 'Left out by --only.',
};

/** A reason in words; the empty text when there is none. */
export const reasonSentence = (reason: Reason | null): string =>
  reason === null ? '' : reasonSentences[reason];
