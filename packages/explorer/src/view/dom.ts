export const fieldText = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * The text of some markup, without the markup. A parser would complain on the console about every
 * handler that the page's policy forbids, so tags are cut out, and only character references are parsed:
 * a text field has no elements. Takes time in proportion to the length, whatever the markup is.
 */
export const plainText = (markup: string): string => {
  const field = document.createElement('textarea');
  field.innerHTML = markup.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;');
  return field.value.trim();
};
