import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Packed } from './pack.js';

const isOurs = /\.test(-\w+)?\.|(^|\/)(bench|selftest)\/|\.tsbuildinfo$/;

/** What tarballs lack, and what does not belong there. */
export const contentFaults = (packages: readonly Packed[]): readonly string[] =>
  packages.flatMap(({ manifest, files }) => [
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']
      .filter((file) => !files.includes(file))
      .map((file) => `${manifest.name}: the tarball has no ${file}`),
    ...files.filter((file) => isOurs.test(file)).map((file) => `${manifest.name}: ships ${file}`),
  ]);

/** What Are The Types Wrong finds, for programs of ES modules; pages and YAML have no types. */
const typeFaults = ({ manifest, tarball }: Packed): readonly string[] => {
  if (manifest.exports === undefined) return [];
  const pages = Object.keys(manifest.exports).filter((path) => /^\.\/page\/|\.yaml$/.test(path));
  const flags = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];
  const excluded = pages.length === 0 ? [] : ['--exclude-entrypoints', ...pages];
  const program = 'node_modules/@arethetypeswrong/cli/dist/index.js';
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, tarball, ...flags, ...excluded],
    { encoding: 'utf8' },
  );
  return status === 0 ? [] : [stdout];
};

/** What publint (strict) and Are The Types Wrong find. */
export const lintFaults = async (packages: readonly Packed[]): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const one of packages) {
    const { name } = one.manifest;
    const file = readFileSync(one.tarball);
    const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    const found = messages
      .map((message) => formatMessage(message, pkg) ?? message.code)
      // A script that pages load; no program imports it.
      .filter((message) => !message.includes('./page/'));
    faults.push(...[...found, ...typeFaults(one)].map((fault) => `${name}: ${fault}`));
  }
  return faults;
};
