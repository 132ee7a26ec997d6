/** The words of a text with commas between them; a line break within a word is a space. */
export const listed = (text: string): readonly string[] =>
  text.trim().replaceAll(/\s+/g, ' ').split(', ');
