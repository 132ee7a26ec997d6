import type { Rule } from '../model/rule.js';
import { openPointRules } from '../verdicts/profile.js';
import { section2_1 } from './2.1.js';
import { section2_2 } from './2.2.js';
import { section2_3 } from './2.3.js';
import { section2_4 } from './2.4.js';
import { section2_5 } from './2.5.js';
import { section2_8 } from './2.8.js';
import { section4_1 } from './4.1.js';
import { section4_2 } from './4.2.js';
import { section4_3, section4_4 } from './4.3.js';
import { section4 } from './4.js';
import { section5 } from './5.js';
import { section8 } from './8.js';
import { factRules } from './facts.js';
import { fieldRules } from './fields.js';
import { lawRules } from './law-rules.js';
import { rangeRules } from './ranges.js';
import { stateRules } from './states.js';

/** The section that an id belongs to: `4.1` of `4.1-R8b`. */
export const sectionOf = (id: string): string => id.slice(0, id.indexOf('-'));

/** The order of the specification: 2.2 before 2.10. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Every point that the suite knows, in the order of the specification's sections. */
export const registry: readonly Rule[] = [
  ...stateRules,
  ...section2_1,
  ...section2_2,
  ...section2_3,
  ...section2_4,
  ...section2_5,
  ...rangeRules,
  ...section2_8,
  ...fieldRules,
  ...section4,
  ...section4_1,
  ...section4_2,
  ...section4_3,
  ...section4_4,
  ...section5,
  ...section8,
  ...openPointRules,
  ...factRules,
  ...lawRules,
].toSorted((a, b) => compare(sectionOf(a.id), sectionOf(b.id)));

const sections: ReadonlySet<string> = new Set(registry.map(({ id }) => sectionOf(id)));

/** The specification counts its rules `4.1.5`; here that is the start of ids, `4.1-R5`. */
const idOf = (name: string): string => {
  const [, section, rule] = /^(\d+(?:\.\d+)*)\.(\d+[a-z]?)$/.exec(name) ?? [];
  return section === undefined || sections.has(name) ? name : `${section}-R${String(rule)}`;
};

const startsWith = (id: string, start: string): boolean =>
  // `4.1-R1` is the start of `4.1-R1b` and not of `4.1-R10a`.
  start.includes('-') && id.startsWith(start) && !/^\d/.test(id.slice(start.length));

/**
 * True when a rule is what `--only` or `--skip` names: an id, the start of an id, a section, or the
 * number that the specification gives its rules (`4.1.5`).
 */
export const isNamed = (rule: Rule, names: readonly string[]): boolean =>
  names.map(idOf).some((name) => {
    const section = sectionOf(rule.id);
    return section === name || section.startsWith(`${name}.`) || startsWith(rule.id, name);
  });

/** The rules of a name, in the order of the specification. */
export const rulesNamed = (name: string): readonly Rule[] =>
  registry.filter((rule) => isNamed(rule, [name]));
