import { describeFailure, type Failure } from '@tallyboard/client';
import type { Problem } from '../session/state.js';

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
  problem,
  onRetry,
  onLeave,
}: {
  readonly problem: Problem;
  readonly onRetry: () => void;
  readonly onLeave: () => void;
}) => {
  const { failure } = problem;
  return (
    <div class="problem" role="alert" data-failure={failure.kind}>
      <p>
        <strong>{describeFailure(failure)}</strong> {advice[failure.kind] ?? ''}
      </p>
      <p class="buttons">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
        {failure.kind === 'unauthorized' ? (
          <button type="button" onClick={onLeave}>
            Enter another key
          </button>
        ) : null}
      </p>
    </div>
  );
};
