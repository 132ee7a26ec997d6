import type { WatchState } from './state.js';

const gauge = (name: string, help: string, values: readonly string[]): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...values.map((value) => `${name}${value}`),
];

/** The state of a watch in the text format that the node exporter collects. */
export const prometheusText = ({ broken, rounds, askedAt, isReached }: WatchState): string => {
  const rules = Object.keys(broken).toSorted();
  return `${[
    ...gauge(
      'tallyboard_conformance_rule_broken',
      'A rule that is broken, as a second observation confirmed.',
      rules.map((rule) => `{rule="${rule}"} 1`),
    ),
    ...gauge('tallyboard_conformance_rules_broken', 'How many rules are broken.', [
      ` ${rules.length}`,
    ]),
    ...gauge('tallyboard_conformance_rounds', 'Completed rounds of the whole plan.', [
      ` ${rounds}`,
    ]),
    ...gauge('tallyboard_conformance_reached', '1 if the service answered when last asked.', [
      ` ${isReached ? 1 : 0}`,
    ]),
    ...gauge(
      'tallyboard_conformance_asked_seconds',
      'When the service was last asked, Unix time.',
      [` ${askedAt === null ? 0 : Math.floor(Date.parse(askedAt) / 1000)}`],
    ),
  ].join('\n')}\n`;
};
