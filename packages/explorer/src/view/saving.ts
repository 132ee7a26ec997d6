import { type ComponentChild, render } from 'preact';

/** Pixels of a saved drawing; a picture has twice as many. */
const [width, scale] = [900, 2];

const save = (name: string, blob: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

export const saveText = (name: string, type: string, text: string): void =>
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));

/** What a style sheet decides of a drawing; elsewhere the drawing has to carry it itself. */
const carried = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-family',
  'font-size',
] as const;

const withStyles = (shown: Element, copy: Element): void => {
  const style = getComputedStyle(shown);
  for (const name of carried) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute('class');
  [...shown.children].forEach((child, at) => withStyles(child, copy.children[at]!));
};

/** A drawing as a text that needs no style sheet. */
const svgOf = (drawing: (width: number) => ComponentChild): string => {
  const place = document.createElement('div');
  place.className = 'unseen';
  document.body.append(place);
  try {
    render(drawing(width), place);
    const shown = place.querySelector('svg')!;
    const copy = shown.cloneNode(true) as SVGSVGElement;
    withStyles(shown, copy);
    const paper = document.createElementNS(shown.namespaceURI, 'rect');
    paper.setAttribute('width', '100%');
    paper.setAttribute('height', '100%');
    paper.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
    copy.prepend(paper);
    return new XMLSerializer().serializeToString(copy);
  } finally {
    render(null, place);
    place.remove();
  }
};

export const saveSvg = (name: string, drawing: (width: number) => ComponentChild): void =>
  saveText(name, 'image/svg+xml', svgOf(drawing));

export const savePicture = async (
  name: string,
  drawing: (width: number) => ComponentChild,
): Promise<void> => {
  const address = URL.createObjectURL(new Blob([svgOf(drawing)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob !== null) save(name, blob);
  } finally {
    URL.revokeObjectURL(address);
  }
};
