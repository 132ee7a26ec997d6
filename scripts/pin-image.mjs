// `npm run image:pin`: a step of a release. Asks Docker for the digest of the image that the Dockerfile
// starts from, and writes it behind the tag, so that the same image is used until the next release.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const place = new URL('../Dockerfile', import.meta.url);
const line = /^ARG NODE_IMAGE=([^\s@]+)(?:@\S+)?$/m;

const dockerfile = readFileSync(place, 'utf8');
const tag = line.exec(dockerfile)?.[1];
if (tag === undefined) throw new Error('The Dockerfile has no ARG NODE_IMAGE.');

const args = ['buildx', 'imagetools', 'inspect', tag, '--format', '{{.Manifest.Digest}}'];
const { stdout, error } = spawnSync('docker', args, { encoding: 'utf8', timeout: 60_000 });
const digest = stdout?.trim() ?? '';
if (/^sha256:[0-9a-f]{64}$/.test(digest)) {
  writeFileSync(place, dockerfile.replace(line, `ARG NODE_IMAGE=${tag}@${digest}`));
  console.log(`Dockerfile: ${tag}@${digest}`);
} else {
  console.error(
    `Docker gave no digest of ${tag}${error === undefined ? '' : `: ${error.message}`}.`,
  );
  process.exitCode = 1;
}
