import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { expect, test } from 'vitest';
import { writeSteadily } from './steady-tarball.js';

test('an archive whose entries fill a record of 10,240 bytes has its end: pnpm refuses it otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
  try {
    const tarball = join(folder, 'package.tgz');
    const entries = [
      { name: 'package/a.js', data: 'a'.repeat(8700) },
      { name: 'package/package.json', data: '{}' },
    ];
    writeFileSync(tarball, gzipSync(createTar(entries)));
    writeSteadily(tarball, {});
    const archive = gunzipSync(readFileSync(tarball));
    expect(
      archive
        .subarray(10_240 - 512)
        .toString('latin1')
        .replaceAll('\0', ''),
    ).toBe('{}\n');
    expect(archive.length).toBe(10_240 + 1024);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
