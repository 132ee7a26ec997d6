/** What `q` looks at in a row: name and address. */
interface Searched {
  readonly name: string;
  readonly email: string;
}

/**
 * The longest text, in UTF-16 units, that is compared: to normalize a row of combining marks takes time
 * that grows with the square of its length.
 */
export const comparedMax = 1000;

/** Letters that no decomposition makes plain, as PostgreSQL's unaccent reads them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'q',
};

/** A text in plain small letters: those with accents or strokes, and letters of two, are read as plain ones. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (letter) => plainLetters[letter] ?? letter);

/**
 * The ways in which services compare texts without case; the specification says no more than
 * "case-insensitive" (4.2). What is searched for is chosen so that all of them find the same rows.
 */
export const readings: readonly ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFC').toLowerCase(),
  (text) => text.normalize('NFKC').toLowerCase(),
  (text) => text.toUpperCase(),
  // Searches of many databases ignore accents.
  (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  plain,
];

/** Whether a text is in what was found, by any reading. */
export const containsByAny = (text: string, q: string): boolean =>
  readings.some((read) => read(text).includes(read(q)));

/** Says of words whether every reading finds them in the same of these rows. */
export const agreementOn = (rows: readonly Searched[]): ((q: string) => boolean) => {
  const read = rows.map(({ name, email }) =>
    readings.map((reading) => [reading(name), reading(email)] as const),
  );
  return (q) => {
    const words = readings.map((reading) => reading(q));
    return read.every((texts) => {
      const found = texts.map(([name, email], index) => {
        const word = words[index] ?? q;
        return name.includes(word) || email.includes(word);
      });
      return found.every((one) => one === found[0]);
    });
  };
};
