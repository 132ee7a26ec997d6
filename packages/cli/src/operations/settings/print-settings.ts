import type { Resolved } from './resolve.js';
import type { Settings } from './setting.js';

/** A text without the user and the password that an address may have. */
const withoutPassword = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\/\/[^/@\s]+@/g, '//hidden@') : value;

/** Every setting on a line, as JSON: its value and where that came from. Secrets stay hidden. */
export const printedSettings = <S extends Settings>(
  settings: S,
  { values, origins }: Resolved<S>,
): string => {
  const lines = Object.entries(settings).map(([name, { secret, otherwise }]) => {
    const value = values[name as keyof S];
    const shown = secret === true && value !== otherwise ? 'hidden' : withoutPassword(value);
    return `  ${JSON.stringify(name)}: ${JSON.stringify({ value: shown, from: origins[name] })}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
};
