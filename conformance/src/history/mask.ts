/** Stands for a key in everything that is kept or printed. */
const hidden = '***';

/** A shorter key may be a part of ordinary words: it is masked only where it is a word of its own. */
const wholeWordBelow = 8;
/** A text that was cut may end with the beginning of a key; fewer letters of it give nothing away. */
const beginningMin = 6;

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Base64 of a text that may stand anywhere in a longer one: what of it depends on this text alone. */
const base64Of = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
  });

/** A key as a service may write it: plain, escaped in a URL or in JSON, in another coding or case. */
const spellingsOf = (key: string): readonly string[] => {
  const escaped = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
  if (key.length < wholeWordBelow) return escaped;
  const digits = Buffer.from(key).toString('hex');
  const percents = digits.replaceAll(/../g, '%$&');
  const base64 = base64Of(key);
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const cased = [digits, percents, key].flatMap((text) => [text.toUpperCase(), text.toLowerCase()]);
  return [...escaped, ...cased, ...base64, ...forUrls];
};

/** The beginning of a key at the end of a text. */
const beginningOf = (key: string): string => {
  const rest = Array.from(key.slice(beginningMin), literal);
  const more = rest.reduceRight((inner, letter) => `(?:${letter}${inner})?`, '');
  return `${literal(key.slice(0, beginningMin))}${more}(?=(?:\\.\\.\\.)?$)`;
};

/** Replaces keys in texts, wherever in a value they are. */
export interface Mask {
  readonly text: (text: string) => string;
  /** A JSON value, names of members included. */
  readonly value: <A>(value: A) => A;
}

/** A mask of keys: each becomes `***`. */
export const maskOf = (keys: readonly string[]): Mask => {
  const known = keys.filter((key) => key !== '').toSorted((a, b) => b.length - a.length);
  const [long, short] = [true, false].map((isLong) =>
    known.filter((key) => key.length >= wholeWordBelow === isLong),
  ) as [string[], string[]];
  const words = short.flatMap(spellingsOf).map((one) => `(?<!\\w)${literal(one)}(?!\\w)`);
  const texts = [...long.flatMap(spellingsOf).map(literal), ...words, ...long.map(beginningOf)];
  const pattern = new RegExp(texts.join('|') || '(?!)', 'g');
  // Most texts have no key in them, and to look for plain texts takes a fraction of the pattern's time.
  const signs = [...known.flatMap(spellingsOf), ...long.map((key) => key.slice(0, beginningMin))];
  const text = (plain: string): string =>
    signs.some((sign) => plain.includes(sign)) ? plain.replaceAll(pattern, hidden) : plain;
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(masked);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [text(name), masked(one)] as const),
    );
  };
  return { text, value: <A>(value: A) => masked(value) as A };
};
