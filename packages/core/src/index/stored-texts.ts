import { type Narrow, narrow } from './arrays.js';

/*
 * Texts by their codes. A list is one as it is; a stored index has them as two columns, and each text is
 * decoded when it is first read: most are never shown.
 */

/** Texts, some of which may be missing. */
export interface Texts<A extends string | null = string> {
  readonly length: number;
  readonly at: (code: number) => A | undefined;
}

type OptionalTexts = Texts<string | null>;

/** Texts one behind the other, as columns. */
export interface TextColumns {
  /** Where each text begins, and the last one ends; a missing one has `missing` at its end. */
  readonly starts: Uint32Array;
  /** UTF-16, a byte each where that is enough. */
  readonly units: Narrow;
}

/** Added to a place; there are never as many units. */
const missing = 2 ** 31;

const placeOf = (start: number): number => start % missing;

/** The columns of texts. */
export const columnsOfTexts = (
  texts: OptionalTexts | (OptionalTexts & TextColumns),
): TextColumns => {
  if ('units' in texts) return { starts: texts.starts, units: texts.units };
  const starts = new Uint32Array(texts.length + 1);
  for (let code = 0; code < texts.length; code++) {
    const text = texts.at(code) ?? null;
    const place = placeOf(starts[code]!);
    starts[code + 1] = text === null ? place + missing : place + text.length;
  }
  const units = new Uint16Array(placeOf(starts[texts.length]!));
  for (let code = 0, place = 0; code < texts.length; code++) {
    const text = texts.at(code) ?? '';
    for (let at = 0; at < text.length; at++) units[place++] = text.charCodeAt(at);
  }
  return { starts, units: narrow(units) };
};

/** What a function may be given at once. */
const unitsPerPart = 8192;

/** The text of units of UTF-16, well formed or not. */
export const textOf = (units: Narrow): string => {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += unitsPerPart) {
    const part = units.subarray(at, at + unitsPerPart);
    // Not spread, which would ask the part for its units one by one: eight times as long.
    parts.push(String.fromCharCode.apply(null, part as unknown as number[]));
  }
  return parts.join('');
};

/** Texts over columns, each decoded when it is first read. */
export const textsOver = ({ starts, units }: TextColumns): OptionalTexts & TextColumns => {
  const length = starts.length - 1;
  // As long as it may become, but made for the first text: one that grows by holes is slower.
  let known: (string | null)[] | null = null;
  const decoded = (code: number): string | null => {
    const end = starts[code + 1]!;
    return end >= missing ? null : textOf(units.subarray(placeOf(starts[code]!), end));
  };
  const at = (code: number): string | null => {
    known ??= new Array<string | null>(length);
    return (known[code] ??= decoded(code));
  };
  return { starts, units, length, at };
};
