/**
 * The codes with the highest counts, at most `most` of them: highest first, equal counts by ascending
 * code, which is by ascending id. Zero is never among them.
 */
export const topCodes = (counts: Uint32Array, most: number): readonly number[] => {
  const top: number[] = [];
  for (let code = 0; code < counts.length; code++) {
    const count = counts[code] ?? 0;
    // Codes arrive ascending, so an equal count stays behind those already there.
    if (count === 0 || (top.length === most && count <= (counts[top[most - 1] ?? 0] ?? 0)))
      continue;
    let at = top.length;
    while (at > 0 && (counts[top[at - 1] ?? 0] ?? 0) < count) at--;
    top.splice(at, 0, code);
    if (top.length > most) top.pop();
  }
  return top;
};
