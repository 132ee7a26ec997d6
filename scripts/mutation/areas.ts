const core = 'packages/core/src';
const notTests = ['!**/*.test*.ts'];
const rosterFiles = ['compute-roster', 'roster-filter'].map((name) => `${core}/figures/${name}.ts`);
const rangeFiles = ['date-range', 'day', 'instant', 'month'].map(
  (name) => `${core}/model/${name}.ts`,
);

/** What is mutated, by the name under which it is asked for and reported. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  rules: [`${core}/rules/*.ts`, ...notTests],
  request: [`${core}/request/*.ts`, ...notTests],
  plan: [`${core}/plan/*.ts`, ...notTests],
  ranges: rangeFiles,
  codec: [`${core}/codec/*.ts`, `!${core}/codec/fact.ts`, ...notTests],
  roster: rosterFiles,
  figures: [`${core}/figures/*.ts`, ...rosterFiles.map((file) => `!${file}`), ...notTests],
};
