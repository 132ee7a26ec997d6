import { describeFailure, type Failure } from '@tallyboard/client';
import { Buttons } from './parts.js';

/** What a person can do about a failure. */
const advice: { readonly [K in Failure['kind']]?: string } = {
  unauthorized: 'The key may be revoked. Leave, and enter another one.',
  notFound:
    "Check the organization's id, ask its owner whether it is enrolled, and use the key of an owner or admin.",
  rateLimited: 'The page asks again by itself when the next request is possible.',
  unreachable:
    'Check that the service runs, its address, and that it allows requests from this page (CORS).',
  serverFault: 'Try again in a moment. If that does not help, tell the operator of the service.',
  refused: 'Choose other months or filters.',
  invalidRequest: 'Choose other months or filters.',
};

/** A request that failed: what happened, and what to do. */
export const ProblemNote = ({
  failure,
  onRetry,
  onChoose,
  onLeave,
}: {
  readonly failure: Failure;
  readonly onRetry: () => void;
  readonly onChoose: () => void;
  readonly onLeave: () => void;
}) => {
  const { kind } = failure;
  const buttons = [
    ['Try again', onRetry, true],
    ['Enter another key', onLeave, kind === 'unauthorized'],
    ['Choose another organization', onChoose, kind === 'notFound'],
  ] as const;
  return (
    <div class="problem" role="alert" data-failure={kind}>
      <p>
        <strong>{describeFailure(failure)}</strong> {advice[kind] ?? ''}
      </p>
      <p class="buttons">
        <Buttons all={buttons} />
      </p>
    </div>
  );
};
