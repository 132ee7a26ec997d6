/** Events built into indexes and the time that it took; later builds weigh more. */
export interface BuildSpeed {
  readonly events: number;
  readonly ms: number;
}

/** Nothing was built yet. */
export const noBuilds: BuildSpeed = { events: 0, ms: 0 };

/**
 * What is assumed before anything was measured. It never wears off: the speed of a few hundred events
 * is all overhead and says nothing about millions, and next to millions this here has no weight.
 */
const assumed: BuildSpeed = { events: 1_000_000, ms: 500 };

/** What is left of the weight of a build when the next one is over. */
const keptWeight = 0.7;

/** The speed after one more build. */
export const afterBuild = (speed: BuildSpeed, { events, ms }: BuildSpeed): BuildSpeed => ({
  events: speed.events * keptWeight + events,
  ms: speed.ms * keptWeight + ms,
});

/** How long a build of so many events takes at a speed, in milliseconds. */
export const expectedMs = ({ events, ms }: BuildSpeed, eventsToBuild: number): number =>
  (eventsToBuild * (assumed.ms + ms)) / (assumed.events + events);

/** A build that runs. */
export interface RunningBuild {
  readonly events: number;
  readonly elapsedMs: number;
}

/** How builds are carried out. */
export interface BuildTerms {
  /** Builds that run at the same time. */
  readonly buildsAtOnce: number;
  /** How long one may take, in milliseconds. */
  readonly buildMsMax: number;
}

/** How long a build that runs will still run. */
const remainingMs = (
  speed: BuildSpeed,
  { events, elapsedMs }: RunningBuild,
  { buildMsMax }: BuildTerms,
): number => {
  // One that takes longer than expected is likely to take longer still: asking for it every second
  // would use up an allowance for nothing.
  const expected = Math.max(expectedMs(speed, events) - elapsedMs, elapsedMs / 4);
  return Math.max(0, Math.min(expected, buildMsMax - elapsedMs));
};

/**
 * When the last of the waiting builds is over, in milliseconds from now; the last of those that run
 * when none waits.
 *
 * @param waiting - events of the builds that wait, in the order in which they will begin
 */
export const msUntilDone = (
  speed: BuildSpeed,
  running: readonly RunningBuild[],
  waiting: readonly number[],
  terms: BuildTerms,
): number => {
  const freeIn = running.map((build) => remainingMs(speed, build, terms));
  if (waiting.length === 0) return Math.max(0, ...freeIn);
  while (freeIn.length < terms.buildsAtOnce) freeIn.push(0);
  let done = 0;
  for (const events of waiting) {
    const next = freeIn.indexOf(Math.min(...freeIn));
    done = (freeIn[next] ?? 0) + Math.min(expectedMs(speed, events), terms.buildMsMax);
    freeIn[next] = done;
  }
  return done;
};

/** Milliseconds as `Retry-After` counts: whole seconds, at least one. */
export const retryAfterSecondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
