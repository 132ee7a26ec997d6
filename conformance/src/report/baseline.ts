import { at, isObject, parseJson, textOf } from '../model/json.js';
import type { BaselineChange, Report } from '../model/report.js';
import { type Verdict, verdicts } from '../model/verdict.js';

/** The verdicts of an earlier report by rule. */
type Baseline = Readonly<Record<string, Verdict>>;

/** The verdicts of an earlier JSON report; `null` when the text is none. */
export const readBaseline = (text: string): Baseline | null => {
  const document = parseJson(text);
  const rules = isObject(document) ? document['rules'] : null;
  if (!Array.isArray(rules)) return null;
  const found = rules.map((rule) => {
    const verdict = verdicts.find((one) => one === at(rule, 'verdict'));
    return [textOf(at(rule, 'id')), verdict] as const;
  });
  return found.some(([id, verdict]) => id === null || verdict === undefined)
    ? null
    : (Object.fromEntries(found) as Baseline);
};

const kindOf = (before: Verdict | null, now: Verdict | null): BaselineChange['kind'] | null => {
  if (before === now) return null;
  if (now === 'fail') return 'newFailure';
  // A failure that is no longer seen is fixed only when the rule was seen to hold.
  if (before === 'fail' && now === 'pass') return 'fixed';
  return before === null ? null : 'changed';
};

const order: readonly BaselineChange['kind'][] = ['newFailure', 'fixed', 'changed'];

/** What a report says otherwise than the baseline, new failures first; new rules only if they fail. */
export const changesSince = (report: Report, rules: Baseline): readonly BaselineChange[] => {
  const now = new Map(report.rules.map((rule) => [rule.id, rule.verdict]));
  const ids = new Set([...now.keys(), ...Object.keys(rules)]);
  const changes = [...ids].flatMap((rule): readonly BaselineChange[] => {
    const before = Object.hasOwn(rules, rule) ? (rules[rule] ?? null) : null;
    const verdict = now.get(rule) ?? null;
    const kind = kindOf(before, verdict);
    return kind === null ? [] : [{ rule, kind, before, now: verdict }];
  });
  return order.flatMap((kind) => changes.filter((change) => change.kind === kind));
};
