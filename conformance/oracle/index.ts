/**
 * The second reading of the figures: row by row over the facts, one short function a definition, so
 * slow and plain that it can be checked by eye. It shares no figure code with the core, so that the
 * two can disagree.
 *
 * @packageDocumentation
 */
export { oracleFigure } from './figure.js';
export { oraclePage, oracleRoster, oracleRows } from './roster.js';
export { oracleDefaultRange } from './subscription.js';
export type { OracleWorld } from './world.js';
