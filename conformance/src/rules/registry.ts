import type { Rule } from '../model/rule.js';
import { openPointRules } from '../verdicts/profile.js';
import { section1 } from './1.js';
import { section2_1 } from './2.1.js';
import { section2_2 } from './2.2.js';
import { section2_3 } from './2.3.js';
import { section2_4 } from './2.4.js';
import { section2_5 } from './2.5.js';
import { section2_7 } from './2.7.js';
import { section2_8 } from './2.8.js';
import { section3 } from './3.js';
import { section4_1 } from './4.1.js';
import { section4_2 } from './4.2.js';
import { section4_3, section4_4 } from './4.3.js';
import { section4 } from './4.js';
import { section5 } from './5.js';
import { section7 } from './7.js';
import { section8 } from './8.js';
import { section9 } from './9.js';
import { factRules } from './facts.js';
import { fieldRules } from './fields.js';
import { lawRules } from './law-rules.js';

/** The section that an id belongs to: `4.1` of `4.1-R8b`. */
export const sectionOf = (id: string): string => id.slice(0, id.indexOf('-'));

/** The rules of a section together, in the order of the sections. */
const inSections = (rules: readonly Rule[]): readonly Rule[] => {
  const order = [...new Set(rules.map(({ id }) => sectionOf(id)))];
  return rules.toSorted((a, b) => order.indexOf(sectionOf(a.id)) - order.indexOf(sectionOf(b.id)));
};

/** Every point that the suite knows, in the order of the specification's sections. */
export const registry: readonly Rule[] = inSections([
  ...section1,
  ...section2_1,
  ...section2_2,
  ...section2_3,
  ...section2_4,
  ...section2_5,
  ...section2_7,
  ...section2_8,
  ...fieldRules,
  ...section3,
  ...section4,
  ...section4_1,
  ...section4_2,
  ...section4_3,
  ...section4_4,
  ...section5,
  ...section7,
  ...section8,
  ...section9,
  ...openPointRules,
  ...factRules,
  ...lawRules,
]);

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
