import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestIn, type Packed } from './pack.js';

/** An empty project outside of the workspace with every tarball installed, and Node's types. */
export const installed = (scratch: string, packages: readonly Packed[]): string => {
  const project = join(scratch, 'project');
  mkdirSync(project);
  const peers = Object.assign(
    {},
    ...packages.map(({ manifest }) => manifest.peerDependencies),
  ) as object;
  const manifest = {
    name: 'a-project-of-somebody',
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries(
        packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
      ),
      ...peers,
      '@types/node': manifestIn('.').devDependencies?.['@types/node'],
    },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--silent'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  return project;
};
