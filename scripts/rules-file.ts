/**
 * Writes conformance/rules.json, the rules of the suite for programs (conformance/schema/rules.schema.json). With
 * `--check` it writes nothing and fails when the file on disk differs.
 */

import { readFileSync } from 'node:fs';
import { writeGenerated } from './repository.js';
import { ruleAnchors } from './site/rule-links.js';

interface Rule {
  readonly id: string;
  readonly level: string;
  readonly clause: string;
}

const target = 'conformance/rules.json';
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
// By its address: the scripts are compiled without the suite.
const built = new URL('../../conformance/dist/src/rules/registry.js', import.meta.url).href;
const { registry } = (await import(built)) as { readonly registry: readonly Rule[] };
const { version } = read('conformance/package.json') as { readonly version: string };

/** The first version that had a rule; a new rule gets the present one. */
const since = new Map(
  (
    read(target) as { readonly rules: readonly { readonly id: string; readonly since: string }[] }
  ).rules.map((rule) => [rule.id, rule.since]),
);

/** The clause that an id of the suite belongs to: `4.1.5` for `4.1-R5b`, `2.8` for `2.8-T3`. */
const clauseOf = (id: string): string => {
  const [, section = id, rule] = /^([\d.]+)-(?:R(\d+))?/.exec(id) ?? [];
  const clause = `${section}.${rule}`;
  return ruleAnchors.has(clause) ? clause : section;
};

const lines = registry.map(({ id, level, clause: sentence }) =>
  JSON.stringify({ id, clause: clauseOf(id), level, sentence, since: since.get(id) ?? version }),
);
const text = `{\n"format": 1, "suite": ${JSON.stringify(version)},\n"rules": [\n${lines.join(',\n')}\n]\n}\n`;
writeGenerated(target, text, 'generate');
