import { limits } from '@tallyboard/core/vocabulary';
import type { AllowanceNotice } from './progress.js';

const windowSecondsOtherwise = limits.allowanceWindowMs / 1000;

/**
 * How long a number of further requests will have to wait for the allowance, in seconds, as far as the
 * last notice says: those that are left go out now, the others window by window.
 */
export const forecastWaitSeconds = (requests: number, notice: AllowanceNotice): number => {
  const beyond = requests - notice.remaining;
  if (beyond <= 0) return 0;
  const limit = Math.max(1, notice.limit ?? limits.requestsPerHour);
  const windows = Math.ceil(beyond / limit) - 1;
  return notice.resetSeconds + windows * (notice.windowSeconds ?? windowSecondsOtherwise);
};
