import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestIn } from './pack.js';
import type { ReleaseFiles } from './release-files.js';

/** The versions of pnpm-lock.yaml for packages of others that are installed with ours, where there is one. */
const lockedVersions = ({ subjects }: ReleaseFiles): Readonly<Record<string, string>> => {
  const versions = new Map<string, Set<string>>();
  for (const { beside } of subjects.values())
    for (const { name, version, integrity } of beside)
      if (integrity !== undefined)
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
  return Object.fromEntries(
    [...versions].flatMap(([name, [version = '', ...more]]) =>
      more.length > 0 ? [] : [[name, version]],
    ),
  );
};

/**
 * An empty project outside of the workspace with every tarball installed, and Node's types. What comes with
 * them has the versions of pnpm-lock.yaml: a package that is published today changes no result.
 */
export const installed = (scratch: string, release: ReleaseFiles): string => {
  const { packages } = release;
  const project = join(scratch, 'project');
  mkdirSync(project);
  const overrides = lockedVersions(release);
  const peers = Object.fromEntries(
    packages
      .flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}))
      .map(([name, range]) => [name, overrides[name] ?? range]),
  );
  const manifest = {
    name: 'a-project',
    private: true,
    type: 'module',
    overrides,
    dependencies: {
      ...Object.fromEntries(
        packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
      ),
      ...peers,
      '@types/node': manifestIn('.').devDependencies?.['@types/node'],
    },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    { cwd: project, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  return project;
};
