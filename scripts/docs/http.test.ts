import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  beyondMetricsSchema,
  beyondRosterSchema,
} from '../../packages/openapi/src/words/introduction.js';
import { codeIn } from './documents.test-kit.js';

it('docs/http.md lists what schemas cannot say, as the document does', () => {
  const text = readFileSync(new URL('../../docs/http.md', import.meta.url), 'utf8');
  const section = text.split('## What schemas cannot say')[1]?.split('Three more')[0] ?? '';
  const beyond = { ...beyondMetricsSchema, ...beyondRosterSchema };
  expect(codeIn(section).toSorted()).toEqual(Object.keys(beyond).toSorted());
});
