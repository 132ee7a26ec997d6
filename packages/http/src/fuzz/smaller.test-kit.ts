/** Every value of JSON that lacks one part of this one, or has a plainer one in its place. */
export function* smallerJson(value: unknown): Generator {
  if (typeof value === 'string' && value !== '') {
    yield '';
    if (value.length > 1) yield value.slice(0, value.length / 2);
    if (value.length > 1) yield value.slice(1);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (value.length > 8) yield value.slice(0, value.length / 2);
    for (const at of value.keys()) yield value.toSpliced(at, 1);
    for (const [at, part] of value.entries())
      for (const less of smallerJson(part)) yield value.with(at, less);
    return;
  }
  const entries = Object.entries(value);
  for (const at of entries.keys()) yield Object.fromEntries(entries.toSpliced(at, 1));
  for (const [at, [name, part]] of entries.entries())
    for (const less of smallerJson(part)) yield Object.fromEntries(entries.with(at, [name, less]));
}

/** Every text that lacks a part of this one. */
export function* smallerText(text: string): Generator<string> {
  for (let length = text.length >> 1; length >= 1; length >>= 1) {
    for (let at = 0; at < text.length; at += length) {
      yield text.slice(0, at) + text.slice(at + length);
    }
  }
}
