/**
 * Writes conformance/reports/rule-index.md, for every rule of the API where it is kept, tested and judged, and
 * conformance/rules.json, the rules of the suite for programs. With `--check` it writes nothing and fails
 * when a file on disk is another one.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Heading, readMarkdown } from './markdown.js';
import { repositoryFiles, writeGenerated } from './repository.js';

const root = new URL('../../', import.meta.url);
const target = 'conformance/reports/rule-index.md';
const coreRules = 'packages/core/src/request/rules/';
const suiteRules = 'conformance/src/rules/';

/** What the compiler made of a source file; only whole builds are looked at, so types are erased. */
const moduleOf = async (source: string): Promise<Readonly<Record<string, unknown>>> => {
  const built = source
    .replace('/src/', source.startsWith('conformance/') ? '/dist/src/' : '/dist/')
    .replace(/\.ts$/, '.js');
  return (await import(new URL(built, root).href)) as Readonly<Record<string, unknown>>;
};

const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);
const isSuiteRules = (value: unknown): value is readonly { readonly id: string }[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => has(one, 'id', 'judge'));

process.chdir(fileURLToPath(root));

const files = repositoryFiles(['*.ts']);
const isTest = (file: string): boolean => /\.test(-\w+)?\.ts$/.test(file);
const within = (folder: string): readonly string[] =>
  files.filter((file) => file.startsWith(folder) && !isTest(file));

const link = (label: string, path: string): string => `[${label}](../../${path})`;
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
  return heading === undefined ? label : `[${label}](../../docs/rules.md#${heading.anchor})`;
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
    .map(([name]) => `[${name}](../../docs/violations.md#${name.toLowerCase()})`)
    .join(' ') || '-';

/** One row for each rule of requests: what permits something, or binds clients, has no file. */
const ruleFiles = within(coreRules).filter((name) => /^\d/.test(basename(name)));
const ruleRows = [...headings]
  .filter(([id]) => /^4\.[12](\.|$)/.test(id))
  .map(([id, { text }]) => {
    const own = ruleFiles.filter((file) => basename(file).startsWith(`${id}-`));
    // Points of section 4.1 as a whole stand in the table of sections.
    const suite = id.split('.').length === 2 ? '-' : suiteCell(id);
    const says = text.slice(id.length + 1);
    const cells = [
      ruleLink(id),
      says,
      own.map(fileLink).join(' ') || '-',
      violationCell(id),
      suite,
    ];
    return `| ${cells.join(' | ')} |`;
  });

/** One row for each section: the points under which the suite judges it. */
const sectionRows = [...headings]
  .filter(([number]) => /^\d(\.\d+)?$/.test(number) && number !== '2')
  .map(([number, { text }]) => `| ${ruleLink(number, text)} | ${suiteCell(number)} |`);

const text = `# Rule index

Generated by \`npm run generate\` from the source; do not edit. Every rule of
[rules.md](../../docs/rules.md) leads to the file that keeps it, to its test, to the violations that it reports,
and to the points under which the conformance suite judges it.

## Rules of requests

| Rule | Says | File | Violations | Suite |
|---|---|---|---|---|
${ruleRows.join('\n')}

## Sections

| Section | Suite |
|---|---|
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
