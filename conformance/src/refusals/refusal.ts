import type { Need } from '../model/rule.js';
import type { Probe } from '../probes/probe.js';

/** The point of the registry that a refusal decides. */
export interface RefusedPoint {
  readonly id: string;
  readonly clause: string;
  readonly level: 'must' | 'inferred';
  readonly need: Need;
}

/** A request that must be refused, and the point that says so. */
export interface Refusal {
  /** `null` where a rule of another section judges the answer. */
  readonly point: RefusedPoint | null;
  readonly probe: Probe;
}

/** The number of a point, the id of the probe that decides it, the clause, and its level: `must` unless said. */
export type Ids = readonly [
  point: string | null,
  probe: string,
  clause?: string,
  level?: RefusedPoint['level'],
];

/** A row of the table of refusals. A probe that needs another target makes its point need a configuration. */
export const refusalOf = ([id, , clause = '', level = 'must']: Ids, probe: Probe): Refusal => ({
  point:
    id === null
      ? null
      : { id, clause, level, need: probe.needs.length === 0 ? 'live' : 'configured' },
  probe,
});
