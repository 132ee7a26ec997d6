import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundledPackages, ownPackages } from '../bundle/inputs.js';
import { manifestIn, publishedFolders } from '../packages/pack.js';
import type { Subject } from './document.js';
import { idOf, lockedWith, type Part } from './locked.js';

const partsOf = (root: string, metafile: Metafile): readonly Part[] => [
  ...bundledPackages(root, metafile).map(({ name, version, license }) => ({
    name,
    version,
    license,
  })),
  ...ownPackages(root, metafile),
];

/** Parts by name and version, each once: the first of equal ones. */
const unique = (parts: readonly Part[]): readonly Part[] => [
  ...new Map(parts.toReversed().map((part) => [idOf(part), part])).values(),
];

/** The code of others that is inside pages: the explorer's and that of the HTTP reference. */
const pageParts = async (root: string) => {
  const script = join(root, 'scripts/bundle-explorer.mjs');
  const { explorerInputs } = (await import(pathToFileURL(script).href)) as {
    readonly explorerInputs: () => Promise<Metafile>;
  };
  const inPage = (part: Part): Part => ({ ...part, isInPage: true });
  const reference = join(root, 'packages/openapi/node_modules/@scalar/api-reference');
  const { name, version, license } = JSON.parse(
    readFileSync(join(reference, 'package.json'), 'utf8'),
  ) as Required<Part>;
  return {
    '@tallyboard/explorer': partsOf(root, await explorerInputs()).map(inPage),
    '@tallyboard/openapi': [inPage({ name, version, license })],
  };
};

/** The image that ours is built from. */
const baseImage = (root: string): Required<Subject>['base'] => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, name = '', version = ''] = /^ARG NODE_IMAGE=([^:\s]+):(\S+)$/m.exec(dockerfile) ?? [];
  if (name === '') throw new Error('Dockerfile: no line ARG NODE_IMAGE=NAME:TAG');
  return { name, version };
};

/** What the image holds: the command, and what is installed with it. */
const imageOf = (root: string, command: Subject, self: Part): Subject => ({
  ...{ name: 'tallyboard-image', version: self.version, kind: 'image', inside: command.inside },
  beside: [self, ...command.beside],
  dependsOn: [idOf(self)],
  base: baseImage(root),
});

/** The document about the image. */
export const imageSubject = async (root: string): Promise<Subject> => {
  const subject = [...(await subjectsOf(root, {})).values()].find(({ kind }) => kind === 'image');
  if (subject === undefined) throw new Error('No package is the command.');
  return subject;
};

/**
 * All that a release has a document about, by the name of its file: every package, the single files and the
 * image.
 *
 * @param metafiles - what the single files were made of, by their names
 */
export const subjectsOf = async (
  root: string,
  metafiles: Readonly<Record<string, Metafile>>,
): Promise<ReadonlyMap<string, Subject>> => {
  const pages: Readonly<Record<string, readonly Part[]>> = await pageParts(root);
  const programs = new Map(
    Object.entries(metafiles).map(([file, metafile]) => [file, partsOf(root, metafile)] as const),
  );
  const inCommand = unique([
    ...(programs.get('tallyboard.mjs') ?? []),
    ...Object.values(pages).flat(),
  ]);
  const subjects = new Map<string, Subject>();
  for (const folder of publishedFolders(root)) {
    const { name, version } = manifestIn(join(root, folder));
    const [self, ...beside] = lockedWith(root, folder);
    if (self === undefined) continue;
    const isCommand = name === 'tallyboard';
    const parts = isCommand ? inCommand : (pages[name] ?? []);
    const subject: Subject = {
      ...{ name, version, kind: 'package', beside, dependsOn: self.dependsOn ?? [] },
      inside: parts.filter((part) => part.name !== name),
    };
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`;
    subjects.set(file, subject);
    if (isCommand)
      subjects.set(`tallyboard-image-${version}.cdx.json`, imageOf(root, subject, self));
  }
  const { version } = manifestIn(join(root, 'packages/cli'));
  for (const [file, parts] of programs) {
    const inside = file === 'tallyboard.mjs' ? inCommand : parts;
    const alone = { beside: [], dependsOn: [] };
    subjects.set(`${file}.cdx.json`, { name: file, version, kind: 'program', inside, ...alone });
  }
  return subjects;
};
