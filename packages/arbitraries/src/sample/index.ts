/**
 * Sample data: the facts of made-up organizations of any size, the same for the same plan.
 *
 * @packageDocumentation
 */
export {
  addSample,
  type OrganizationKey,
  type Sample,
  type SampleKeys,
  type SamplePlan,
  sampleFacts,
} from './sample.js';
export type { Emit } from './setting.js';
export { type EventKind, eventKinds } from './shapes.js';
