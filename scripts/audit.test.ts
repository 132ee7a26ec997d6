import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'tallyboard-audit-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** What `npm run audit` does when the package manager prints this. */
const auditOf = (printed: string) => {
  const npx = join(directory, 'npx');
  writeFileSync(npx, `#!/bin/sh\ncat <<'END'\n${printed}\nEND\nexit 1\n`);
  chmodSync(npx, 0o755);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('audit.mjs', import.meta.url))],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${directory}${delimiter}${process.env['PATH'] ?? ''}` },
    },
  );
  return [status, stdout + stderr] as const;
};

const listing = (high: number): string =>
  JSON.stringify({ metadata: { vulnerabilities: { info: 0, low: 0, high } } });

test.skipIf(process.platform === 'win32').each([
  ['no weakness', listing(0), 0, /audit: 0 known/],
  ['a weakness', listing(2), 1, /audit: 2 known/],
  ['an error of the registry', '{"error":{"code":"ERR_AUDIT_BAD_RESPONSE"}}', 3, /not checked/],
  ['nothing', '', 3, /not checked/],
  ['something else', '{"metadata":{"vulnerabilities":{"high":"many"}}}', 3, /not checked/],
])('npm run audit: %s', (_, printed, code, says) => {
  const [status, output] = auditOf(printed);
  expect([status, output]).toEqual([code, expect.stringMatching(says)]);
});
