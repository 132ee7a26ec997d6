import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown.js';
import { guideSections } from '../site/pages.js';
import { packageDocs, pagesOf } from './docs.js';
import { publishedFolders } from './pack.js';

const guides = Object.values(packageDocs).flatMap((docs) => docs.guides);

/** Guides for people who change the project. They are in the repository and in the site. */
const ofTheRepository = ['performance', 'front'];

describe('the pages of the packages', () => {
  it('have each guide for readers once', () => {
    const wanted = guideSections
      .filter(({ title }) => title !== 'Work on Tallyboard')
      .flatMap(({ sources }) => sources)
      .flatMap((source) => /^docs\/(.+)\.md$/.exec(source)?.[1] ?? [])
      .filter((name) => !ofTheRepository.includes(name));
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.filter((name) => !guides.includes(name))).toEqual([]);
    expect(new Set(guides).size).toBe(guides.length);
  });

  it.each(publishedFolders())('%s: each link leads to a heading of its own pages', (folder) => {
    const pages = pagesOf(folder);
    const listed = [...pages].filter(([path]) => /\.md$|llms\.txt$/.test(path));
    const documents = new Map(listed.map(([path, text]) => [path, readMarkdown(text)]));
    for (const [path, { links }] of documents) {
      for (const { target } of links.filter((link) => !/^[a-z]+:/.test(link.target))) {
        const [file = '', anchor] = target.split('#', 2);
        const page = file === '' ? path : posix.join(posix.dirname(path), file);
        expect([path, target, pages.has(page)]).toEqual([path, target, true]);
        const anchors = documents.get(page)?.headings.map((heading) => heading.anchor);
        if (anchor !== undefined) expect(anchors).toContain(anchor);
      }
    }
  });

  it.each(Object.keys(packageDocs))('%s: llms.txt lists every file of docs', (folder) => {
    const pages = pagesOf(folder);
    const listed = readMarkdown(pages.get('docs/llms.txt') ?? '').links.map(({ target }) => target);
    const docs = [...pages.keys()].filter((path) => /^docs\/(?!llms)/.test(path));
    expect(listed.map((target) => `docs/${target}`)).toEqual(docs);
  });
});
