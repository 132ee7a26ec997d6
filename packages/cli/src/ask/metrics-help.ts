import { metricCatalog, metricNames, propertyNames } from '@tallyboard/core/vocabulary';

const width = 80;
const nameWidth = 29;

/** A name, and words beside it in as many lines as they need. */
const entry = (name: string, words: readonly string[]): string => {
  const lines = [`  ${name.padEnd(nameWidth - 2)}`];
  for (const [index, word] of words.entries()) {
    const text = index === words.length - 1 ? word : `${word}, `;
    if (lines.at(-1)!.length + text.trimEnd().length > width) lines.push(' '.repeat(nameWidth));
    lines.push(lines.pop()! + text);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
};

/** The metrics and what each takes, from the catalog, for a help page. */
export const metricsHelp = (): string => {
  const notes = { required: ' (required)', monthlyOnly: ' (with --month)', optional: '' };
  const metrics = metricNames.map((name) => {
    const { properties, monthlyKey } = metricCatalog[name];
    const taken = propertyNames.flatMap((property) => {
      const row = properties[property];
      return row === undefined ? [] : [`${property}${notes[row.requirement]}`];
    });
    return entry(`${name}${monthlyKey === null ? '' : '*'}`, taken);
  });
  const values = propertyNames.map((property) => {
    const words = metricNames.flatMap(
      (name) => metricCatalog[name].properties[property]?.values ?? [],
    );
    return entry(property, [...new Set(words)]);
  });
  return `A metric is NAME or NAME:PROPERTY=VALUE,...; a+b is a list, a+ a list of one:
  --metric memberCount:status=active+inactive,userType=teacher

Metrics (* has a series by month) and their properties:
${metrics.join('\n')}

Values:
${values.join('\n')}`;
};
