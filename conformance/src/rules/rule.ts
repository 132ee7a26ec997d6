import { eachOf, hasStatus } from '../judge/check.js';
import type { Level, Rule } from '../model/rule.js';
import { heaviest } from '../model/verdict.js';
import type { Probe } from '../probes/probe.js';
import type { RuleBody } from './body.js';
import { ofShape, type Shape } from './entry-rules.js';

const make =
  (level: Level) =>
  (id: string, clause: string, given: RuleBody | Shape): Rule => {
    const body = 'right' in given ? ofShape(given) : given;
    const { asks = [], cover = 'all', need = 'live', expected = [], broken = {} } = body;
    const judges = [body.check && eachOf(asks, body.check), body.judge].filter(
      (judge) => judge !== undefined,
    );
    return {
      id,
      level,
      clause,
      expected: [expected].flat(),
      need,
      probes: asks.map((one) => one.id),
      cover,
      judge: (history) => heaviest(judges.map((judge) => judge(history))),
      broken,
    };
  };

/** A rule that the specification states. */
export const must = make('must');
/** A rule that follows from the text though no one sentence says it. */
export const inferred = make('inferred');
/** A relation that is true by the definitions. */
export const derived = make('derived');
/** A point that the specification leaves open: recorded, never failed. */
export const observed = make('observed');
/** A rule that no request can show. */
export const beyond = make('notObservable');

/** The rules of refusals: each faulty request is answered with 400. */
export const refused = (refusals: readonly Probe[]): readonly Rule[] =>
  refusals.flatMap(({ decides, ...one }) =>
    decides === undefined || decides.level === 'observed'
      ? []
      : [
          make(decides.level)(decides.rule, one.says, {
            asks: [one],
            expected: '400',
            check: hasStatus(400),
            need: one.target === 'main' ? 'live' : 'configured',
          }),
        ],
  );
