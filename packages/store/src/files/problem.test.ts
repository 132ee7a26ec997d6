import { expect, it } from 'vitest';
import { type FactsProblem, formatProblem } from './problem.js';

const problem = { file: 'user.ndjson', line: 3, field: 'id', value: 'x', reason: 'a text' };
const file = { line: null, field: null, value: null };
const name = 'f'.repeat(100);

it.each<readonly [Partial<FactsProblem>, string]>([
  [{}, 'user.ndjson:3: id: "x": expected a text'],
  [{ value: undefined }, 'user.ndjson:3: id: no value: expected a text'],
  [file, 'user.ndjson: expected a text'],
  [{ ...file, field: 'age' }, 'user.ndjson: age: expected a text'],
  [
    { file: 'the user u1 of the store', line: null },
    'the user u1 of the store: id: "x": expected a text',
  ],
  [{ field: name }, `user.ndjson:3: ${name.slice(0, 60)}...: "x": expected a text`],
  [
    { file: 'a\u001b[2J\n', field: '\u009b2J', value: '\u202e\u2028\u007f\u001b', reason: '\r' },
    String.raw`a\u001b[2J\u000a:3: \u009b2J: "\u202e\u2028\u007f\u001b": expected \u000d`,
  ],
])('is one line for a person: %j', (more, line) => {
  expect(formatProblem({ ...problem, ...more })).toBe(line);
});
