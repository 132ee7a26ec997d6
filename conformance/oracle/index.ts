/**
 * The second reading of the figures: row by row over the facts, one short function a definition, so
 * slow and plain that it can be checked by eye. It shares no figure code with the core, so that the
 * two can disagree.
 *
 * @packageDocumentation
 */
export { oracleDefaultRange } from './default-range.js';
export { oracleFigure } from './figure.js';
export { oraclePage, oracleRoster } from './roster.js';
export { rosterRows as oracleRows } from './roster-row.js';
export type { OracleWorld } from './world.js';
