/** How many letters must be put in, left out or replaced to make one text of the other. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [number, letter] of Array.from(a).entries()) {
    const next = [number + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const replaced = row[at - 1]! + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
};

/**
 * A question about the known name that is most like another one; where none is, a list of all.
 *
 * @param startLength - the length of what all names begin with
 */
export const nearest = (name: string, known: readonly string[], startLength = 0): string => {
  const measured = known.map((other) => ({
    other,
    letters: distance(name.toLowerCase(), other.toLowerCase()),
  }));
  const [best] = measured.sort((a, b) => a.letters - b.letters);
  const lettersMax = Math.max(2, (name.length - startLength) / 3);
  return best !== undefined && best.letters <= lettersMax
    ? `did you mean ${best.other}?`
    : `there are ${known.join(', ')}`;
};
