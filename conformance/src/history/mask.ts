/** Stands for a key in everything that is kept or printed. */
const hidden = '***';

/** A shorter key may be a part of ordinary words: it is masked only where it is a word of its own. */
const wholeWordBelow = 8;
/** A text that was cut may end with the beginning of a key; fewer letters of it give nothing away. */
const beginningMin = 6;

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** A letter as a service may write it: plain, percent-encoded once or twice, or escaped in JSON or HTML. */
const spelled = (letter: string): string => {
  const code = letter.codePointAt(0) ?? 0;
  // Only the digits of an escape may have either case: keys differ by case.
  const digits = code.toString(16).padStart(2, '0');
  const hex = digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\\\?${literal(letter)}|%(?:25)?${hex}|\\\\u00${hex}|&#0*${code};|&#x0*${hex};)`;
};

const patternOf = (key: string): string => {
  const letters = Array.from(key, spelled);
  const whole = letters.join('');
  if (key.length < wholeWordBelow) return `(?<![A-Za-z0-9])${whole}(?![A-Za-z0-9])`;
  const beginning = letters.slice(0, beginningMin).join('');
  const rest = letters.slice(beginningMin).reduceRight((inner, one) => `(?:${one}${inner})?`, '');
  return `${whole}|${beginning}${rest}(?=(?:\\.\\.\\.)?$)`;
};

/** Base64 of a text that may stand anywhere in a longer one: what of it depends on this text alone. */
const base64Of = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
  });

/** A key in another coding or case. */
const encodingsOf = (key: string): readonly string[] => {
  if (key.length < wholeWordBelow) return [];
  const digits = Buffer.from(key).toString('hex');
  const base64 = base64Of(key);
  const forUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const all = [digits, digits.toUpperCase(), key.toUpperCase(), key.toLowerCase()];
  return [...new Set([...all, ...base64, ...forUrls])].filter((text) => text !== key);
};

/** Each spelling but the plain one has one of these signs. */
const escapes = ['\\', '%', '&'];

/**
 * Hides keys in a text or in a JSON value, names of members included: each becomes `***`, also percent-encoded,
 * escaped, as base64 or hex, or in another case. Gives the same object where there is nothing to hide.
 */
export const maskOf = (keys: readonly string[]): (<A>(value: A) => A) => {
  const known = [...new Set(keys)]
    .filter((key) => key !== '')
    .toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return (value) => value;
  const encoded = known.flatMap(encodingsOf);
  const pattern = new RegExp([...known.map(patternOf), ...encoded.map(literal)].join('|'), 'g');
  // Most texts have no key in them: to look for a few plain texts takes a fraction of the pattern's time.
  const starts = known.map((key) =>
    key.length < wholeWordBelow ? key : key.slice(0, beginningMin),
  );
  const signs = [...new Set([...escapes, ...starts, ...encoded])];
  const text = (plain: string): string =>
    signs.some((sign) => plain.includes(sign)) ? plain.replaceAll(pattern, hidden) : plain;
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(masked);
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    const before = Object.entries(value);
    const members = before.map(([name, one]) => [text(name), masked(one)] as const);
    const isSame = members.every(
      ([name, one], index) => name === before[index]?.[0] && one === before[index][1],
    );
    return isSame ? value : Object.fromEntries(members);
  };
  return <A>(value: A) => masked(value) as A;
};
