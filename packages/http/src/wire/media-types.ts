/** One element of a header that holds a list of weighted values (RFC 9110, 12.4.2). */
interface Weighted {
  /** In lower case, without parameters. */
  readonly value: string;
  /** Between 0 and 1; 0 when it was malformed. */
  readonly q: number;
}

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Splits at a separator, but not within quoted strings. */
const splitOutsideQuotes = (text: string, separator: ',' | ';'): readonly string[] => {
  if (!text.includes('"')) return text.split(separator).map((part) => part.trim());
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
};

const weightOf = (parameters: readonly string[]): number => {
  const q = parameters.find((parameter) => /^q\s*(?:=|$)/i.test(parameter));
  if (q === undefined) return 1;
  const text = q.slice(q.indexOf('=') + 1).trim();
  return qvalue.test(text) ? Number(text) : 0;
};

/** Reads such a header. Parameters other than q are ignored, and so are elements with nothing in them. */
export const readList = (header: string): readonly Weighted[] =>
  splitOutsideQuotes(header, ',').flatMap((element) => {
    const [value = '', ...parameters] = splitOutsideQuotes(element, ';');
    return element === '' ? [] : [{ value: value.toLowerCase(), q: weightOf(parameters) }];
  });

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
