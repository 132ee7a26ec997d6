import { expect, it } from 'vitest';
import { settingsOf } from './configuration.js';

it('a setting that is undefined or null is left out, and only settings are taken', () => {
  const defaults = settingsOf({});
  const none = { seed: undefined, only: null, pinned: null, toString: 5 } as never;
  expect(settingsOf(none)).toEqual(defaults);
  expect(settingsOf({ seed: 3, frozen: false })).toEqual({ ...defaults, seed: 3 });
});
