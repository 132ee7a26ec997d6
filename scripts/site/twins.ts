import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * The Markdown of a page for readers who have only a folder of such pages: links lead from it to the others,
 * and those to anything else become words.
 *
 * @param source - path of the page in the repository
 * @param places - where each page of the folder is, by its path in the repository
 */
export const twinOf = (source: string, places: ReadonlyMap<string, string>): string => {
  const here = posix.dirname(places.get(source) ?? source);
  return readFileSync(source, 'utf8').replace(
    /(!?)\[((?:[^\]\\]|\\.)*)\]\(([^()\s]+)\)/g,
    (whole, picture: string, text: string, target: string) => {
      if (/^(#|[a-z][a-z0-9+.-]*:)/i.test(target)) return whole;
      const [path = '', heading] = target.split('#', 2);
      const place = places.get(posix.join(posix.dirname(source), path));
      if (picture !== '' || place === undefined) return text;
      return `[${text}](${posix.relative(here, place)}${heading === undefined ? '' : `#${heading}`})`;
    },
  );
};

/** Pages as one text, for programs that read. */
export const llmsFull = (texts: readonly string[]): string =>
  `${texts.map((text) => text.trimEnd()).join('\n\n---\n\n')}\n`;
