/** The words of a text with commas between them. */
export const listed = (text: string): readonly string[] => text.trim().split(/,\s+/);
