import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { expect, test } from 'vitest';
import { writeSteadily } from './steady-tarball.js';

test('an archive of any length has its end: pnpm refuses it otherwise', () => {
  const tarball = join(mkdtempSync(join(tmpdir(), 'tarball-')), 'package.tgz');
  for (let blocks = 1; blocks <= 20; blocks += 1) {
    const data = 'a'.repeat(blocks * 512 - 12);
    writeFileSync(tarball, gzipSync(createTar([{ name: 'package/z.js', data }])));
    writeSteadily(tarball, {}, []);
    const end = gunzipSync(readFileSync(tarball)).subarray(-1024);
    expect([blocks, end.every((byte) => byte === 0)]).toEqual([blocks, true]);
  }
  rmSync(join(tarball, '..'), { recursive: true });
});
