import {
  type Client,
  describeFailure,
  type Failure,
  type Progress,
  type RosterPage,
  type RosterPageRequest,
} from '@tallyboard/client';
import { type Known, known, noFigure } from '../model/known.js';

/**
 * Asks for one page of the roster, and reports its states while it is being computed.
 *
 * @returns why it came to nothing; `null` when it did not, or when the service failed to compute it
 */
export const askRoster = async (
  client: Client,
  request: RosterPageRequest,
  signal: AbortSignal,
  onState: (page: Known<RosterPage>) => void,
  onProgress: (progress: Progress) => void,
): Promise<Failure | null> => {
  const outcome = await client.rosterPage(request, {
    signal,
    onProgress: (progress) => {
      onProgress(progress);
      if (progress.kind !== 'waiting' || progress.reason === 'retry') return;
      const kind = progress.reason === 'figures' ? 'computing' : 'held';
      onState({ kind, until: progress.until.getTime() });
    },
  });
  if (outcome.ok) {
    onState(known(outcome.value));
    return null;
  }
  const { failure } = outcome;
  if (failure.kind === 'aborted') return failure;
  const why = describeFailure(failure);
  onState(failure.kind === 'rosterFailed' ? { kind: 'failed', why } : noFigure(why));
  return failure.kind === 'rosterFailed' ? null : failure;
};
