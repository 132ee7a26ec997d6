import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import type { Subject } from '../sbom/document.js';
import { differences, installedWith, namedInTerms } from '../sbom/installed.js';
import type { Part } from '../sbom/locked.js';
import type { ReleaseFiles } from './release-files.js';

/** Parts of a bundle whose terms its file of terms lacks, and the other way round. */
const termsFaults = ({ inside }: Subject, path: string): readonly string[] => {
  const isOurs = ({ name }: Part) => name.startsWith('@tallyboard/') || name === 'tallyboard';
  const listed = inside.filter((part) => part.isInPage !== true && !isOurs(part));
  return differences(listed, namedInTerms(path));
};

/**
 * Documents (CycloneDX) that break their schema, or that say something else than what npm installs with a
 * package and than what bundles name themselves.
 */
export const sbomFaults = async (
  out: string,
  project: string,
  { subjects, packages }: ReleaseFiles,
): Promise<readonly string[]> => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const faults: string[] = [];
  for (const [file, subject] of subjects) {
    const error: unknown = await validator.validate(readFileSync(join(out, file), 'utf8'));
    if (error !== null) faults.push(`${file}: ${JSON.stringify(error)}`);
    const report = (found: readonly string[]) =>
      faults.push(...found.map((fault) => `${file}: ${fault}`));
    const folder = join(project, 'node_modules', subject.name);
    if (packages.some(({ manifest }) => manifest.name === subject.name)) {
      const { found, missing } = installedWith(folder);
      report([...missing].map((name) => `${name} is missing`));
      report(
        differences([{ name: subject.name, version: subject.version }, ...subject.beside], found),
      );
    }
    if (subject.name === 'tallyboard')
      report(termsFaults(subject, join(folder, 'dist/bundle/THIRD-PARTY.txt')));
    if (subject.kind === 'program') report(termsFaults(subject, join(out, subject.name)));
  }
  console.log(`  ${subjects.size} documents`);
  return faults;
};
