import { expect, test } from 'vitest';
import { keyVariable } from './curl.js';
import type { KeyName } from './request.js';

test.each<readonly [KeyName, string]>([
  ['main', '$TALLYBOARD_API_KEY'],
  ['teacher', '$TALLYBOARD_API_KEY_TEACHER'],
  ['notEnrolled', '$TALLYBOARD_API_KEY_NOT_ENROLLED'],
])('the key of %s is %s', (key, variable) => {
  expect(keyVariable(key)).toBe(variable);
});
