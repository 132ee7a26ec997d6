/** How texts become search terms: the same for the index and for what a reader types. */

/** Words that are in every question and tell nothing. */
const empty = new Set(
  'a an and are as at be by can do does for from get give how i in into is it my of on or that the this to use what when where which who why will with you your'.split(
    ' ',
  ),
);

/** `topBoards` as `topBoards`, `top` and `boards`; `4.1.8` and `X-API-KEY` as they are. */
export const termsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}._$-]+/u)
    .map((word) => word.replace(/^[._-]+|[._-]+$/g, ''))
    .flatMap((word) => {
      const parts = word.split(/[-_.]|(?<=\p{Ll})(?=\p{Lu})/u);
      return /^[\d.]+$/.test(word) || parts.length === 1 ? [word] : [word, ...parts];
    })
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '' && !empty.has(word));

/** The form under which a term is kept: without the endings of a plural. */
export const stemOf = (term: string): string =>
  /\d/.test(term) || term.length < 4
    ? term
    : term.replace(/ies$/, 'y').replace(/(ss|us|is)$|s$/, (end) => (end === 's' ? '' : end));
