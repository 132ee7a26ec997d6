import { readFileSync } from 'node:fs';
import { areaNames, digestOf } from './areas.js';
import { type AreaResult, readResults, type Survivor } from './results.js';

/** Survivors that were looked at: why a test cannot, or need not, notice them. */
interface Explanation {
  readonly file: string;
  readonly line: string;
  /** What was changed on the line, and into what. */
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly reason: string;
}

const readExplanations = (): readonly Explanation[] =>
  JSON.parse(readFileSync('scripts/mutation/explained.json', 'utf8')) as Explanation[];

/** Why a mutant survives; `null` when it was not looked at. */
export const reasonOf = ({ file, line, original, replacement }: Survivor): string | null =>
  readExplanations().find(
    (of) => of.file === file && of.line === line && of.changes[original]?.includes(replacement),
  )?.reason ?? null;

type Counts = Pick<AreaResult, 'killed' | 'timedOut' | 'survived' | 'unreached' | 'atLoad'>;

/** Percent of the mutants that were noticed. */
export const scoreOf = ({ killed, timedOut, survived }: Counts): string => {
  const noticed = killed + timedOut;
  return `${((100 * noticed) / Math.max(1, noticed + survived)).toFixed(1)} %`;
};

const rowOf = (area: string, counts: Counts, note: string): string => {
  const { killed, timedOut, survived, unreached, atLoad } = counts;
  const cells = [killed + timedOut + survived, killed, timedOut, survived, unreached, atLoad];
  return `| ${area} | ${cells.join(' | ')} | ${scoreOf(counts)} | ${note} |`;
};

const sumOf = (results: readonly AreaResult[]): Counts => {
  const sum = (name: keyof Counts): number => results.reduce((all, of) => all + of[name], 0);
  return {
    killed: sum('killed'),
    timedOut: sum('timedOut'),
    survived: sum('survived'),
    unreached: sum('unreached'),
    atLoad: sum('atLoad'),
  };
};

const noteOf = (area: string, { digest, measuredOn }: AreaResult): string =>
  digest === digestOf(area) ? measuredOn : `${measuredOn}, **older than the source**`;

const cell = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;

const survivorRow = (survivor: Survivor): string => {
  const { file, line, original, replacement } = survivor;
  const change = `${cell(original)} → ${cell(replacement)}`;
  const place = file.replace('packages/core/src/', '');
  return `| ${place} | ${cell(line)} | ${change} | ${reasonOf(survivor) ?? 'not looked at yet'} |`;
};

const survivorsOf = (area: string, { survivors }: AreaResult): readonly string[] =>
  survivors.length === 0
    ? []
    : [
        `### ${area}`,
        '',
        '| file | line | change | why it survives |',
        '|---|---|---|---|',
        ...survivors.map(survivorRow),
        '',
      ];

const marker = '<!-- generated from here on: scripts/mutation/page.ts -->';

/** docs/mutation.md: its text as it stands, then the results. */
export const mutationPage = (): readonly [path: string, text: string] => {
  const path = 'docs/mutation.md';
  const [before = ''] = readFileSync(path, 'utf8').split(marker);
  const results = Object.entries(readResults());
  const lines = [
    marker,
    '',
    '| area | mutants | killed | timed out | survived | of these unreached | at load | score | measured |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...results.map(([area, result]) => rowOf(area, result, noteOf(area, result))),
    ...areaNames
      .filter((area) => !results.some(([measured]) => measured === area))
      .map((area) => `| ${area} | | | | | | | | not measured in this form yet |`),
    rowOf('all of these', sumOf(results.map(([, result]) => result)), ''),
    '',
    '## Survivors',
    '',
    ...results.flatMap(([area, result]) => survivorsOf(area, result)),
  ];
  return [path, before + lines.join('\n')];
};
