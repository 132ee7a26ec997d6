import { expectTypeOf, test } from 'vitest';
import type { Checked, Refusal, Result } from './checked.js';
import type { E } from './fp-ts.test-kit.js';

test('a result is an fp-ts Either, and an Either is a result', () => {
  expectTypeOf<Result<string, number>>().toExtend<E.Either<string, number>>();
  expectTypeOf<E.Either<string, number>>().toExtend<Result<string, number>>();
  expectTypeOf<Checked<number>>().toExtend<E.Either<readonly Refusal[], number>>();
});
