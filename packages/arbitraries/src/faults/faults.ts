import * as fc from 'fast-check';
import { metricsRequestArbitrary, type RequestConstraints } from '../request.js';
import { rosterQueryArbitrary } from '../roster.js';
import type { Fault, FaultSetting } from './fault.js';
import { metricsFaults } from './metrics-faults.js';
import type { MetricsFault } from './metrics-request.js';
import { type RosterFault, rosterFaults } from './roster-faults.js';

/** A request before and after one fault (section 7). */
export interface BrokenRequest<Valid, Broken> {
  /** What is wrong. */
  readonly fault: Fault<Valid, Broken>;
  /** The request before. */
  readonly valid: Valid;
  /** The request with the fault. */
  readonly broken: Broken;
}

const brokenBy = <Valid, Broken>(
  faults: readonly Fault<Valid, Broken>[],
  valid: fc.Arbitrary<Valid>,
  setting: FaultSetting,
): fc.Arbitrary<BrokenRequest<Valid, Broken>> =>
  fc
    .record({
      fault: fc.constantFrom(
        ...faults.filter((fault) => fault.organizationTypes.includes(setting.organizationType)),
      ),
      valid,
      variant: fc.noBias(fc.nat({ max: 999 })),
    })
    .map(({ fault, valid, variant }) => ({
      fault,
      valid,
      broken: fault.apply(valid, setting, variant),
    }));

/** Metrics requests that break exactly one rule (4.1). */
export const brokenMetricsRequestArbitrary = (
  setting: RequestConstraints,
): fc.Arbitrary<BrokenRequest<Parameters<MetricsFault['apply']>[0], unknown>> =>
  brokenBy(metricsFaults, metricsRequestArbitrary(setting), setting);

/** Roster queries that break exactly one rule (4.2). */
export const brokenRosterQueryArbitrary = (
  setting: FaultSetting,
): fc.Arbitrary<
  BrokenRequest<Parameters<RosterFault['apply']>[0], ReturnType<RosterFault['apply']>>
> => brokenBy(rosterFaults, rosterQueryArbitrary(setting.today), setting);
