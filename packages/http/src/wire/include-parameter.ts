import type { IncomingRequest } from './exchanged.js';

const names: readonly string[] = ['include', 'include[]'];

/**
 * The `include` of a request as one list with commas, `null` without one. Repeated parameters mean the
 * same as one list, with or without brackets: many generated clients send arrays that way.
 */
export const includeOf = ({ address }: IncomingRequest): string | null => {
  const values = [...new URL(address).searchParams].flatMap(([name, value]) =>
    names.includes(name) ? [value] : [],
  );
  return values.length === 0 ? null : values.join(',');
};
