import { fileURLToPath } from 'node:url';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, it } from 'vitest';
import { documentOf, type Subject } from './document.js';
import { differences } from './installed.js';
import { idOf, lockedWith } from './locked.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [self, ...beside] = lockedWith(root, 'packages/redis');
const subject: Subject = {
  ...{ name: '@tallyboard/redis', version: '0.1.0', kind: 'package' },
  ...{ inside: [{ name: 'inside', version: '1.0.0', license: 'MIT' }], beside },
  dependsOn: self?.dependsOn ?? [],
};

it('the lockfile says what is installed with a package, itself first', () => {
  expect(self?.name).toBe('@tallyboard/redis');
  const names = beside.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['@tallyboard/core', 'fp-ts', 'ioredis', 'ms']));
  // A package that another one can do without.
  expect(names).not.toContain('supports-color');
});

it('a document holds to the schema of CycloneDX 1.6 and has the same bytes each time', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const text = documentOf(subject);
  expect(await validator.validate(text)).toBeNull();
  expect(
    await validator.validate(text.replace('"scope": "required"', '"scope": "much"')),
  ).not.toBeNull();
  expect(documentOf({ ...subject, beside: beside.toReversed() })).toBe(text);
  expect(text).toContain('"purl": "pkg:npm/%40tallyboard/core@0.1.0"');
});

it('what is listed and what is installed are compared', () => {
  const found = beside.map(idOf);
  const first = found[0] ?? '';
  expect(differences(beside, new Set(found))).toEqual([]);
  expect(differences(beside, new Set(found.slice(1)))).toEqual([
    `${first} is listed and not installed`,
  ]);
  expect(differences(beside.slice(1), new Set(found))).toEqual([
    `${first} is installed and not listed`,
  ]);
  const newer = found.map((id) => id.replace(/^ms@.*/, 'ms@9.9.9'));
  expect(differences(beside, new Set(newer))).toHaveLength(2);
});
