// `npm run verify -- workflows`: actionlint over .github/workflows, and what it does not ask: every action by its full
// commit hash with the version behind it, every job with its own permissions and an end to its patience.

import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = new URL('../.github/workflows/', import.meta.url);
const lint = await createLinter();
/** @type {string[]} */
const faults = [];

/** The hash behind each action and version, as the first file names it. */
const hashes = new Map();

/**
 * @param {string} path
 * @param {string} text
 */
const pinned = (path, text) =>
  text.split('\n').forEach((line, at) => {
    const [, spec = ''] = /\buses: (.*)$/.exec(line) ?? [];
    // An action of the same repository has its version.
    if (spec === '' || spec.startsWith('./')) return;
    const [, action, hash, version] =
      /^([\w./-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$/.exec(spec) ?? [];
    const known = hashes.get(`${action} ${version}`) ?? hash;
    hashes.set(`${action} ${version}`, known);
    if (hash === undefined || hash !== known)
      faults.push(`${path}:${at + 1}: an action is named by one commit hash and version: ${spec}`);
  });

for (const name of readdirSync(folder)) {
  const path = `.github/workflows/${name}`;
  const text = readFileSync(new URL(name, folder), 'utf8');
  for (const { line, message } of lint(text, path)) faults.push(`${path}:${line}: ${message}`);

  pinned(path, text);
  if (!/^permissions: \{\}$/m.test(text)) faults.push(`${path}: begins without any permission`);
  const jobs = text
    .slice(text.indexOf('\njobs:'))
    .split(/\n(?= {2}[\w-]+:\n)/)
    .slice(1);
  for (const job of jobs) {
    for (const field of ['permissions', 'timeout-minutes'])
      if (!job.includes(`\n    ${field}:`))
        faults.push(`${path}: the job ${job.split(':')[0]?.trim()} has no ${field}`);
  }
}

const actions = 'conformance/action/action.yml';
pinned(actions, readFileSync(new URL(`../${actions}`, import.meta.url), 'utf8'));

const documents = new URL('../docs/', import.meta.url);
for (const name of readdirSync(documents).filter((one) => one.endsWith('.md')))
  pinned(`docs/${name}`, readFileSync(new URL(name, documents), 'utf8'));

for (const fault of faults) console.error(`error: ${fault}`);
if (faults.length > 0) process.exitCode = 1;
