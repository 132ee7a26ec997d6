import { metricCatalog, metricNames, propertyNames } from '@tallyboard/core';

/** The metrics and what each takes, from the catalog, for a help page. */
export const metricsHelp = (): string => {
  const lines = metricNames.map((name) => {
    const { properties, monthlyKey } = metricCatalog[name];
    const taken = propertyNames.flatMap((property) => {
      const row = properties[property];
      if (row === undefined) return [];
      const note = { required: ' (required)', monthlyOnly: ' (only with --month)', optional: '' };
      return [`${property}${note[row.requirement]}`];
    });
    return `  ${name.padEnd(27)}${monthlyKey === null ? '  ' : '* '}${taken.join(', ')}`.trimEnd();
  });
  const values = propertyNames.map((property) => {
    const words = new Set(
      metricNames.flatMap((name) => metricCatalog[name].properties[property]?.values ?? []),
    );
    return `  ${property.padEnd(27)}  ${[...words].join(', ')}`;
  });
  return `Metrics (* has a series by month) and the properties that they take:\n${lines.join('\n')}\n\nValues:\n${values.join('\n')}`;
};
