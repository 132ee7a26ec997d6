import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

test('conformance/rules.json is as its schema says', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(
    read('conformance/schema/rules.schema.json') as object,
  );
  const rules = read('conformance/rules.json');
  validate(rules);
  expect(validate.errors).toBeNull();
  expect(validate({ ...(rules as object), format: 2 })).toBe(false);
});
