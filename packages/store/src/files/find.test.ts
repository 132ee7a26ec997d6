import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDirectory } from '../import/import-facts.test-kit.js';
import { findSourceFiles } from './find.js';
import { formatProblem } from './problem.js';

const test = testDirectory();
afterAll(test.remove);

const problemsOf = async (path: string): Promise<readonly string[]> =>
  (await findSourceFiles([path])).problems.map(formatProblem);

// Windows has no named pipes in directories.
it.skipIf(process.platform === 'win32')('refuses a pipe, which would be waited for', async () => {
  const folder = test.folder({});
  execFileSync('mkfifo', [join(folder, 'post.ndjson')]);
  const found = await problemsOf(join(folder, 'post.ndjson'));
  expect(found).toEqual([
    `${join(folder, 'post.ndjson')}: expected a file or a directory; this is a pipe, a socket or a device`,
  ]);
  expect(await problemsOf(folder)).toEqual([expect.stringContaining('this is a pipe')]);
});

it('refuses a link in a directory that leads out of it, and takes one that does not', async () => {
  const outside = test.file('secret.txt', 'root:x:0:0\n');
  const folder = test.folder({ 'facts-of-posts': '' });
  symlinkSync(outside, join(folder, 'post.ndjson'));
  expect(await problemsOf(folder)).toEqual(
    expect.arrayContaining([expect.stringContaining('this link leads out of it')]),
  );
  const own = test.folder({ '.data': '' });
  writeFileSync(join(own, '.data'), '');
  symlinkSync('.data', join(own, 'post.ndjson'));
  expect(await findSourceFiles([own])).toMatchObject({ files: [{ kind: 'post' }], problems: [] });
  // One that you name yourself is what you asked for.
  symlinkSync(join(own, '.data'), join(own, '.link.ndjson'));
  expect((await findSourceFiles([join(own, '.link.ndjson')])).problems).toEqual([]);
});
