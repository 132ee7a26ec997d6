const lanes = 4;
const multiplier = 0x9e3779b1;

/**
 * A checksum of words that finds damage, not malice. Four lanes run side by side, since each step of
 * one has to wait for the step before.
 */
export const checksum = (words: Uint32Array): number => {
  let [a, b, c, d] = [1, 2, 3, 4];
  const whole = words.length - (words.length % lanes);
  for (let at = 0; at < whole; at += lanes) {
    a = Math.imul((a ^ words[at]!) + (a >>> 15), multiplier);
    b = Math.imul((b ^ words[at + 1]!) + (b >>> 15), multiplier);
    c = Math.imul((c ^ words[at + 2]!) + (c >>> 15), multiplier);
    d = Math.imul((d ^ words[at + 3]!) + (d >>> 15), multiplier);
  }
  for (let at = whole; at < words.length; at++) {
    a = Math.imul((a ^ words[at]!) + (a >>> 15), multiplier);
  }
  for (const lane of [b, c, d, words.length]) {
    a = Math.imul((a ^ lane) + (a >>> 13), multiplier);
  }
  return (a ^ (a >>> 16)) >>> 0;
};
