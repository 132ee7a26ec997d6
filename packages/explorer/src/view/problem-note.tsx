import { describeFailure, type Failure } from '@tallyboard/client';
import type { Problem } from '../session/state.js';

/** What a person can do about a failure. */
const advice: { readonly [K in Failure['kind']]?: string } = {
  unauthorized: 'The key may be mistyped or revoked. Leave, and enter another one.',
  notFound:
    "Check the organization's id, ask its owner whether it is enrolled, and use the key of an owner or admin.",
  rateLimited: 'The page asks again by itself when the next request is possible.',
  unreachable:
    'Check the address of the service, and whether it allows requests from other pages (CORS).',
  serverFault: 'Try again in a moment; if it stays so, tell whoever runs the service.',
  refused: 'Choose another range.',
  invalidRequest: 'Choose another range.',
};

/** A request that came to nothing: what happened, and what to do. */
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
