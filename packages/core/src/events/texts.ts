/*
 * Texts by their codes. A list is one as it is; a stored index has them as two columns, and each text is
 * decoded when it is first read: most are never shown.
 */

/** Texts, some of which may be missing. */
export interface Texts<A extends string | null = string> {
  readonly length: number;
  readonly at: (code: number) => A | undefined;
}

/** All of them, in the order of their codes. */
export const listOf = <A extends string | null>(texts: Texts<A>): readonly A[] =>
  Array.isArray(texts)
    ? (texts as readonly A[])
    : Array.from({ length: texts.length }, (_, code) => texts.at(code)!);
