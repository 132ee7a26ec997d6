/** The text of some markup, without any of the markup. Nothing of it is loaded or run. */
export const plainText = (markup: string): string =>
  new DOMParser().parseFromString(markup, 'text/html').body.textContent;
