import { readList } from './list-header.js';

/** The media type of every body that the service sends, always without parameters (1.7). */
export const jsonApi = 'application/vnd.api+json';

/** The media type of every body that it reads (section 4). */
export const json = 'application/json';

/** Whether `Accept` lets one of the types be served (section 4); without entries it lets everything. */
export const accepts = (header: string | null, types: readonly string[]): boolean => {
  // What nearly every client sends.
  if (header === null || header === jsonApi) return true;
  const ranges = ['*/*', ...types, ...types.map((type) => `${type.split('/')[0] ?? ''}/*`)];
  // A header may hold 15,000 entries: they are read only if one of them can be a range that counts.
  const lower = header.toLowerCase();
  if (!ranges.some((range) => lower.includes(range))) return /^[\s,]*$/.test(header);
  const entries = readList(header);
  return entries.length === 0 || entries.some(({ value, q }) => q > 0 && ranges.includes(value));
};

/** Whether `Content-Type` names JSON, whatever its parameters (section 4). */
export const isJson = (header: string | null): boolean =>
  // What nearly every client sends.
  header === json || header?.split(';')[0]?.trim().toLowerCase() === json;

/** Whether the bytes of a body are the body itself: `Content-Encoding` names no coding. */
export const isUncoded = (header: string | null): boolean =>
  ['', 'identity'].includes(header?.trim().toLowerCase() ?? '');
