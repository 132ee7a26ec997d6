/**
 * Writes docs/rule-index.md, for every rule of the API where it is kept, tested and judged, and
 * conformance/rules.json, the rules of the suite for programs. With `--check` it writes nothing and fails
 * when a file on disk is another one.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Heading, readMarkdown } from './markdown.js';
import { repositoryFiles, writeGenerated } from './repository.js';

const root = new URL('../../', import.meta.url);
const target = 'docs/rule-index.md';
const coreRules = 'packages/core/src/request/rules/';
const suiteRules = 'conformance/src/rules/';

/** What the compiler made of a source file; only whole builds are looked at, so types are erased. */
const moduleOf = async (source: string): Promise<Readonly<Record<string, unknown>>> => {
  const built = source
    .replace('/src/', source.startsWith('conformance/') ? '/dist/src/' : '/dist/')
    .replace(/\.ts$/, '.js');
  return (await import(new URL(built, root).href)) as Readonly<Record<string, unknown>>;
};

interface Clause {
  readonly id: string;
  readonly says: string;
}

const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);
const isClause = (value: unknown): value is Clause => has(value, 'id', 'says');
const isSuiteRules = (value: unknown): value is readonly { readonly id: string }[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => has(one, 'id', 'judge'));

process.chdir(fileURLToPath(root));

const files = repositoryFiles(['*.ts']);
const isTest = (file: string): boolean => /\.test(-\w+)?\.ts$/.test(file);
const within = (folder: string): readonly string[] =>
  files.filter((file) => file.startsWith(folder) && !isTest(file));

const link = (label: string, path: string): string => `[${label}](../${path})`;
const fileLink = (file: string): string => link(basename(file), file);

/** The headings of docs/rules.md by the number they begin with, such as `4.1.5`. */
const headings: ReadonlyMap<string, Heading> = new Map(
  readMarkdown(readFileSync('docs/rules.md', 'utf8')).headings.map((heading) => [
    /^\d+(\.\d+)*(?= )/.exec(heading.text)?.[0] ?? '',
    heading,
  ]),
);
const ruleLink = (number: string, label = number): string => {
  const heading = headings.get(number);
  return heading === undefined ? label : `[${label}](rules.md#${heading.anchor})`;
};

/** The clause that an id of the suite belongs to: `4.1.5` for `4.1-R5b`, `2.8` for `2.8-T3`. */
const clauseOf = (id: string): string => {
  const [, section = id, rule] = /^([\d.]+)-(?:R(\d+))?/.exec(id) ?? [];
  return rule !== undefined && headings.has(`${section}.${rule}`) ? `${section}.${rule}` : section;
};

/** The ids of the suite by clause, each with the file that declares it. */
const suiteIds = new Map<string, Map<string, string>>();
const { registry } = await moduleOf(`${suiteRules}registry.ts`);
const declaredIn = new Map<string, string>();
for (const file of within(suiteRules)) {
  if (basename(file) === 'registry.ts') continue;
  for (const rules of Object.values(await moduleOf(file)).filter(isSuiteRules)) {
    for (const { id } of rules) declaredIn.set(id, file);
  }
}
for (const { id } of isSuiteRules(registry) ? registry : []) {
  const ids = suiteIds.get(clauseOf(id)) ?? new Map<string, string>();
  suiteIds.set(clauseOf(id), ids.set(id, declaredIn.get(id) ?? `${suiteRules}registry.ts`));
}
/** The points of a clause, those of one file behind one link to it. */
const suiteCell = (number: string): string => {
  const points = [...(suiteIds.get(number) ?? [])];
  const cells = [...new Set(points.map(([, file]) => file))].map((file) => {
    const ids = points.filter(([, declared]) => declared === file).map(([id]) => id);
    return `${ids.join(', ')} in ${fileLink(file)}`;
  });
  return cells.join('; ') || '-';
};

/** The violations by rule. */
const { violations } = await moduleOf('packages/core/src/api/violations.ts');
const violationCell = (number: string): string =>
  Object.entries(violations as Readonly<Record<string, string>>)
    .filter(([, rule]) => rule === number)
    .map(([name]) => `[${name}](violations.md#${name.toLowerCase()})`)
    .join(' ') || '-';

const numbersOf = (file: string): readonly number[] =>
  (/^[\d.]*\d/.exec(basename(file))?.[0] ?? '').split('.').map(Number);
const byNumbers = (a: string, b: string): number => {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
};

/** One row for each rule of requests: its sentence comes from the code that checks it, or obliges others. */
const ruleRows: string[] = [];
const clausesFile = 'packages/core/src/request/clauses.ts';
const ruleFiles = within(coreRules).filter((name) => /^\d/.test(basename(name)));
const { clauses: allClauses } = (await moduleOf(clausesFile)) as { clauses: readonly Clause[] };
const addRow = (id: string, says: string, file: string): void => {
  // Points of section 4.1 as a whole stand in the table of sections.
  const suite = headings.get(id)?.text.startsWith('4.1 ') === true ? '-' : suiteCell(id);
  const cells = [ruleLink(id), says, fileLink(file), violationCell(id), suite];
  ruleRows.push(`| ${cells.join(' | ')} |`);
};
for (const file of ruleFiles.toSorted(byNumbers)) {
  const clauses = Object.values(await moduleOf(file)).filter(isClause);
  addRow(clauses[0]?.id ?? '', clauses.map(({ says }) => says).join(' '), file);
}
for (const { id, says } of allClauses) {
  const hasFile = ruleFiles.some((file) => basename(file).startsWith(`${id}-`));
  if (!hasFile) addRow(id, says, clausesFile);
}

const commentsOf = (text: string): string =>
  (text.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? []).join('\n');

/**
 * The sections that comments name, as in `(2.8, 4.2)`, `section 8` or `sections 3 and 5`. A numbered
 * sentence such as 5.2 or 2.3.4 stands for its section; rules of 4.1 and 4.2 have a table of their own.
 */
const sectionsIn = (comments: string): ReadonlySet<string> => {
  const dotted = comments.match(/(?<![\w.])\d(\.\d{1,2}){1,2}(?![\w]|\.\d)/g) ?? [];
  const alone = [...comments.matchAll(/\bsections? ([\d., and]+)/gi)].flatMap(
    ([, list = '']) => list.match(/(?<![\w.])\d(?![\w]|\.\d)/g) ?? [],
  );
  const sections = [...dotted.filter((number) => !/^4\.[12]\.\d/.test(number)), ...alone].map(
    (number) => {
      const parts = number.split('.');
      const known = parts
        .map((_, at) => parts.slice(0, at + 1).join('.'))
        .filter((part) => headings.has(part));
      return known.at(-1) ?? '';
    },
  );
  return new Set(sections);
};

const barrels = ['packages/core/src/index.ts', 'packages/core/src/vocabulary.ts'];
const sources = [...within('packages/core/src/'), ...within('packages/http/src/')]
  .filter((file) => !barrels.includes(file) && !file.startsWith(`${coreRules}4.`))
  .map((file) => ({ file, sections: sectionsIn(commentsOf(readFileSync(file, 'utf8'))) }));

/** Tests with the sections, if any, that titles of their groups begin with. */
const tests = files.filter(isTest).map((file) => {
  const titles = readFileSync(file, 'utf8').matchAll(/describe\(\s*['"]([\w., ]+):/g);
  return { file, sections: new Set([...titles].flatMap(([, title = '']) => title.split(/,\s*/))) };
});

const linksTo = (
  found: readonly { readonly file: string; readonly sections: ReadonlySet<string> }[],
  number: string,
): string =>
  found
    .filter(({ sections }) => sections.has(number))
    .map(({ file }) => link(file.split('/').slice(-2).join('/'), file))
    .join(' ') || '-';

const sectionRows = [...headings]
  .filter(([number]) => /^\d(\.\d+)?$/.test(number) && number !== '2')
  .map(([number, { text }]) => {
    const cells = [ruleLink(number, text), linksTo(sources, number), linksTo(tests, number)];
    return `| ${[...cells, suiteCell(number)].join(' | ')} |`;
  });

const text = `# Rule index

Generated by \`npm run generate\` from the source; do not edit. Every rule of
[rules.md](rules.md) leads to the file that keeps it, to its test, to the violations that it reports,
and to the points under which the conformance suite judges it.

## Rules of requests

| Rule | Says | File | Violations | Suite |
|---|---|---|---|---|
${ruleRows.join('\n')}

## Sections

Files are listed when a comment in them names the section. Tests are listed when the title of one of
their groups begins with it.

| Section | Files | Tests | Suite |
|---|---|---|---|
${sectionRows.join('\n')}
`;

interface SuiteRule {
  readonly id: string;
  readonly level: string;
  readonly clause: string;
}

const machineTarget = 'conformance/rules.json';
const { version } = JSON.parse(readFileSync('conformance/package.json', 'utf8')) as {
  readonly version: string;
};

/** The versions that had a rule first are kept: a new rule gets the present one. */
const since: ReadonlyMap<string, string> = new Map(
  (existsSync(machineTarget)
    ? (JSON.parse(readFileSync(machineTarget, 'utf8')) as {
        readonly rules: readonly { readonly id: string; readonly since: string }[];
      })
    : { rules: [] }
  ).rules.map((rule) => [rule.id, rule.since]),
);

/** The rules for programs; `conformance/schema/rules.schema.json` describes it. */
const machine = `${[
  '{',
  `"format": 1, "suite": ${JSON.stringify(version)},`,
  `"rules": [`,
  (registry as readonly SuiteRule[])
    .map(({ id, level, clause }) =>
      JSON.stringify({
        id,
        clause: clauseOf(id),
        level,
        sentence: clause,
        since: since.get(id) ?? version,
      }),
    )
    .join(',\n'),
  ']',
  '}',
].join('\n')}\n`;

writeGenerated(target, text, 'generate');
writeGenerated(machineTarget, machine, 'generate');
