import {
  type MetricName,
  metricCatalog,
  metricMeanings,
  metricNames,
  propertyNames,
} from '@tallyboard/core/vocabulary';

const width = 80;

/** Words in lines of 80 columns, those after the first indented. */
const wrapped = (first: string, text: string, indent = first.length): string => {
  const lines = [first];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length >= width) lines.push(' '.repeat(indent));
    lines.push(`${lines.pop()!}${word} `);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
};

const starred = (name: MetricName): string =>
  metricCatalog[name].monthlyKey === null ? name : `${name}*`;

/** What a metric is, what counts, and what it takes. */
export const metricText = (name: MetricName): string => {
  const { label, sentence, counts, example, related } = metricMeanings[name];
  const notes = { required: ' (required)', monthlyOnly: ' (with --month)', optional: '' };
  const takes = propertyNames.flatMap((property) => {
    const row = metricCatalog[name].properties[property];
    if (row === undefined) return [];
    return [wrapped(`  ${property}${notes[row.requirement]}: `, row.values.join(', '), 4)];
  });
  const given = Object.entries(example)
    .filter(([field]) => field !== 'name')
    .map(([field, value]) => `${field}=${[value].flat().join('+')}`);
  return [
    `${starred(name)}: ${label}`,
    wrapped('  ', `${sentence} ${counts}`),
    ...takes,
    `  --metric ${name}${given.length === 0 ? '' : `:${given.join(',')}`}`,
    ...(related.length === 0 ? [] : [wrapped('  See also ', `${related.join(', ')}.`, 4)]),
    '',
  ].join('\n');
};

/** The form of a metric, and what each metric is, for a help page. */
export const metricsHelp = (): string => {
  const column = Math.max(...metricNames.map((name) => name.length)) + 4;
  const rows = metricNames.map((name) =>
    wrapped(`  ${starred(name)}`.padEnd(column), metricMeanings[name].sentence),
  );
  return `A metric is NAME or NAME:PROPERTY=VALUE,...; a+b is a list, a+ a list of one:
  --metric memberCount:status=active+inactive,userType=teacher

Metrics (* has a series by month); --list tells what each counts and takes:
${rows.join('\n')}`;
};
