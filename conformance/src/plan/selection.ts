import { probeOf, probes } from '../probes/all-probes.js';
import { isNamed, registry } from '../rules/registry.js';

/** The probes that a probe is made of, itself last. */
const withPrerequisites = (id: string): readonly string[] => [
  ...(probeOf(id)?.after ?? []).flatMap(withPrerequisites),
  id,
];

/**
 * The probes that decide the rules named. Rules that need every one of their probes choose first: what they
 * take serves the others for nothing.
 *
 * @param again - probes that are sent as well
 */
export const probesFor = (
  only: readonly string[],
  again: readonly string[] = [],
): ReadonlySet<string> | null => {
  if (only.length === 0) return null;
  const wanted = registry.filter((rule) => isNamed(rule, only));
  const chosen = new Set(probes.filter((one) => one.always).map(({ id }) => id));
  const take = (some: readonly string[]): void => {
    for (const id of some.flatMap(withPrerequisites)) chosen.add(id);
  };
  take(again);
  for (const rule of wanted.filter(({ cover }) => cover === 'all')) take(rule.probes);
  for (const rule of wanted.filter(({ cover }) => cover === 'any')) {
    if (!rule.probes.some((id) => chosen.has(id))) take(rule.probes.slice(0, 1));
  }
  if (wanted.some((rule) => rule.probes.length === 0)) {
    for (const one of probes.filter(({ representative }) => representative)) chosen.add(one.id);
  }
  return chosen;
};
