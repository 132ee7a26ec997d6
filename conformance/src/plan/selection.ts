import type { Rule } from '../model/rule.js';
import { probeOf, probes } from '../probes/all-probes.js';
import { isNamed, registry } from '../rules/registry.js';

/** The probes that a probe is made of, itself last. */
const withPrerequisites = (id: string): readonly string[] => [
  ...(probeOf(id)?.after ?? []).flatMap(withPrerequisites),
  id,
];

/** The rule's cheapest probe among those chosen already, or the one that most other rules want. */
const cheapest = (
  rule: Rule,
  chosen: ReadonlySet<string>,
  wanted: readonly Rule[],
): string | undefined => {
  const taken = rule.probes.find((probe) => chosen.has(probe));
  if (taken !== undefined) return taken;
  const worth = (probe: string): number => {
    const served = wanted.filter((other) => other.probes.includes(probe)).length;
    return served - withPrerequisites(probe).length / 10;
  };
  return rule.probes.toSorted((a, b) => worth(b) - worth(a))[0];
};

/**
 * The probes that decide the rules named: a greedy set cover. Rules that need every one of their
 * probes choose first, since what they take serves the others for nothing.
 */
export const probesFor = (only: readonly string[]): ReadonlySet<string> | null => {
  if (only.length === 0) return null;
  const wanted = registry.filter((rule) => isNamed(rule, only));
  const chosen = new Set(probes.filter((one) => one.always).map(({ id }) => id));
  const take = (probe: string): void => {
    for (const one of withPrerequisites(probe)) chosen.add(one);
  };
  for (const rule of wanted.filter((one) => one.cover === 'all')) rule.probes.forEach(take);
  for (const rule of wanted.filter((one) => one.cover === 'any')) {
    const probe = cheapest(rule, chosen, wanted);
    if (probe !== undefined) take(probe);
  }
  if (wanted.some((rule) => rule.probes.length === 0)) {
    for (const one of probes.filter(({ representative }) => representative)) chosen.add(one.id);
  }
  return chosen;
};
