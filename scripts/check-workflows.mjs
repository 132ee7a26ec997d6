// `npm run verify -- workflows`: actionlint over .github/workflows; there and in our action every action of others is
// named by its full commit hash, with the version behind it.

import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => `${folder}/${name}`);
const lint = await createLinter();

for (const path of [...workflows, 'conformance/action/action.yml']) {
  const text = readFileSync(path, 'utf8');
  /** @type {{ readonly line: number, readonly message: string }[]} */
  const faults = workflows.includes(path) ? lint(text, path) : [];
  for (const [at, line] of text.split('\n').entries())
    if (/\buses: (?!\.\/)(?!\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(line))
      faults.push({ line: at + 1, message: 'name the action by commit hash and # version' });
  for (const { line, message } of faults) {
    console.error(`${path}:${line}: error: ${message}`);
    process.exitCode = 1;
  }
}
