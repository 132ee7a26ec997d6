import { answeredWith, type Check, each } from '../judge/check.js';
import type { Level, Need, Rule, RuleJudge } from '../model/rule.js';
import type { Probe } from '../probes/probe.js';
import type { Refusal } from '../refusals/refusal.js';

/** What a rule asks, checks and is broken by. */
export interface RuleBody {
  /** The requests whose answers it reads. */
  readonly asks: readonly Probe[];
  /** Whether it needs the answers to all of them, or any one of them will do. */
  readonly cover?: Rule['cover'];
  /** What a run must have been given; nothing when left out. */
  readonly need?: Need;
  /** What is accepted. */
  readonly expected: string;
  /** Looks at one answer; all of them must hold. */
  readonly check: Check;
  /** Wrong services by what is wrong with them: the rule fails for each. */
  readonly broken?: Rule['broken'];
}

/** A rule as one value: its clause, requests, check and mutants. */
export const rule = (
  id: string,
  level: Level,
  clause: string,
  { asks, cover = 'all', need = 'live', expected, check, broken = {} }: RuleBody,
): Rule => {
  const probes = asks.map((one) => one.id);
  const judge = each(check);
  return {
    id,
    level,
    clause,
    expected: [expected],
    need,
    probes,
    cover,
    judge: (history) => judge(history, probes),
    broken,
  };
};

/** What may be left to its default in an entry of the registry. */
export type RuleOptions = Partial<Pick<Rule, 'need' | 'cover'>>;

/** Any one of the probes decides the rule. */
export const any = { cover: 'any' } as const;
/** The rule needs facts. */
export const seeded = { need: 'seeded' } as const;
/** The rule needs a further key, organization or board. */
export const configured = { need: 'configured' } as const;

const make =
  (level: Level) =>
  (
    id: string,
    clause: string,
    expected: string | readonly string[],
    probes: readonly string[],
    judge: RuleJudge,
    options: RuleOptions = {},
  ): Rule => ({
    id,
    level,
    clause,
    expected: typeof expected === 'string' ? [expected] : expected,
    need: options.need ?? 'live',
    probes,
    cover: options.cover ?? 'all',
    judge: (history) => judge(history, probes),
  });

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

const levels = { must, inferred };

/** The rules of refusals: each faulty request is answered with 400. */
export const refused = (refusals: readonly Refusal[]): readonly Rule[] =>
  refusals.flatMap(({ point, probe }) => {
    if (point === null) return [];
    const { id, clause, level, need } = point;
    return [levels[level](id, clause, '400', [probe.id], answeredWith(400), { need })];
  });
