/** An element with everything between its tags. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: Element[];
  text: string;
}

const token =
  /<!doctype html>|<\?xml [^?]*\?>|<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/giy;
const attribute = /([\w:-]+)(?:="([^"<]*)")?/g;
const loose = /&(?!(?:amp|lt|gt|quot|#39);)/;
const invalid = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const voids = new Set(['meta', 'br', 'input']);
const rawTexts = new Set(['style', 'script']);

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const attributesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, decoded(value)]),
  );

/** Reads XML, or HTML written as strictly, and throws at the first thing that is out of order. */
export const elementsOf = (text: string): Element => {
  const wrong = invalid.exec(text) ?? loose.exec(text.replace(/<(style|script)>.*?<\/\1>/gs, ''));
  if (wrong !== null) throw new Error(`${JSON.stringify(wrong[0])} at ${wrong.index}`);
  const root: Element = { name: '', attributes: {}, elements: [], text: '' };
  const open = [root];
  let at = 0;
  const upTo = (end: number): void => {
    const here = open.at(-1);
    if (here !== undefined) here.text += decoded(text.slice(at, end));
    at = end;
  };
  while (at < text.length) {
    const raw = rawTexts.has(open.at(-1)?.name ?? '') ? `</${open.at(-1)?.name ?? ''}>` : '<';
    const next = text.indexOf(raw, at);
    upTo(next === -1 ? text.length : next);
    if (next === -1) break;
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) throw new Error(`no tag: ${text.slice(at, at + 60)}`);
    const [all, closes, name, attributes = '', closed] = found;
    at += all.length;
    if (name === undefined) continue;
    if (closes === '/') {
      const last = open.pop();
      if (last?.name !== name) throw new Error(`</${name}> ends <${last?.name ?? ''}>`);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), elements: [], text: '' };
    open.at(-1)?.elements.push(element);
    if (closed !== '/' && !voids.has(name)) open.push(element);
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name ?? ''}> is left open`);
  return root;
};

/** All elements below one, in the order of the text. */
export const below = (element: Element): readonly Element[] =>
  element.elements.flatMap((one) => [one, ...below(one)]);

/** All elements of a name. */
export const named = (element: Element, name: string): readonly Element[] =>
  below(element).filter((one) => one.name === name);

/** The text of an element and of all below it. */
export const textOf = (element: Element): string =>
  [element.text, ...element.elements.map(textOf)].join(' ');
