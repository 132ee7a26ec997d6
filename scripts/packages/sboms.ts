import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import type { Subject } from '../sbom/document.js';
import { idOf, type Part } from '../sbom/locked.js';
import type { ReleaseFiles } from './release-files.js';

/** All but the types of Node, which the checks have beside our packages. */
const installed = [':root > *', ':root > * *']
  .map((all) => all.replace('*', ':not([name="@types/node"])'))
  .join(', ');

/** `name@version` of what npm installed in a project with our packages. */
const installedIn = (project: string): ReadonlySet<string> => {
  const found = execFileSync('npm', ['query', installed], {
    cwd: project,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return new Set((JSON.parse(found) as readonly Part[]).map(idOf));
};

/** What lists and an installation do not have in common; parts for other platforms may be missing. */
const differences = (subjects: readonly Subject[], found: ReadonlySet<string>) => {
  const listed = subjects.flatMap(({ name, version, beside }) => [{ name, version }, ...beside]);
  const ids = new Set(listed.map(idOf));
  const needed = listed.filter((part: Part) => part.isOptional !== true).map(idOf);
  return [
    ...[...found].filter((id) => !ids.has(id)).map((id) => `${id} is installed and not listed`),
    ...needed.filter((id) => !found.has(id)).map((id) => `${id} is listed and not installed`),
  ];
};

/**
 * Documents (CycloneDX) that break their schema, or that together say something else than what npm installs with the
 * packages.
 */
export const sbomFaults = async (
  out: string,
  project: string,
  { subjects, packages }: ReleaseFiles,
): Promise<readonly string[]> => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const faults: string[] = [];
  for (const file of subjects.keys()) {
    const error: unknown = await validator.validate(readFileSync(join(out, file), 'utf8'));
    if (error !== null) faults.push(`${file}: ${JSON.stringify(error)}`);
  }
  const published = new Set(packages.map(({ manifest }) => manifest.name));
  const ofPackages = [...subjects.values()].filter(({ name }) => published.has(name));
  console.log(`  ${subjects.size} documents`);
  return [...faults, ...differences(ofPackages, installedIn(project))];
};
