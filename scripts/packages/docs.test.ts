import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown.js';
import { guideSections } from '../site/pages.js';
import { docsOf, packageDocs, pagesOf } from './docs.js';
import { publishedFolders } from './pack.js';

const guides = Object.values(packageDocs).flatMap((docs) => docs.guides);

/** Guides for people who change the project. They are in the repository and in the site. */
const ofTheRepository = ['performance', 'front'];

describe('docs/ of the packages', () => {
  it('has each guide for readers once', () => {
    const wanted = guideSections
      .filter(({ title }) => title !== 'Work on Tallyboard')
      .flatMap(({ sources }) => sources)
      .flatMap((source) => /^docs\/(.+)\.md$/.exec(source)?.[1] ?? [])
      .filter((name) => !ofTheRepository.includes(name));
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.filter((name) => !guides.includes(name))).toEqual([]);
    expect(new Set(guides).size).toBe(guides.length);
  });

  it.each(Object.keys(packageDocs))(
    '%s: ships docs, and lists every file in llms.txt',
    (folder) => {
      const { files } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
        files: readonly string[];
      };
      expect(files).toContain('docs');
      const texts = docsOf(folder);
      const listed = readMarkdown(texts.get('llms.txt') ?? '').links.map(({ target }) => target);
      const names = [...texts.keys()].filter((name) => name.endsWith('.md'));
      const copied = packageDocs[folder]?.files ?? [];
      expect(copied.filter((file) => !existsSync(file))).toEqual([]);
      expect(listed).toEqual([...names, ...copied.map((file) => file.split('/').at(-1))]);
      for (const name of names)
        expect(texts.get('llms-full.txt')).toContain(texts.get(name)?.trim());
    },
  );

  it.each(Object.keys(packageDocs))('%s: no link leads out of docs', (folder) => {
    const texts = docsOf(folder);
    for (const [name, text] of texts) {
      if (!name.endsWith('.md')) continue;
      const anchors = (page: string) =>
        readMarkdown(texts.get(page) ?? '').headings.map(({ anchor }) => anchor);
      for (const { target } of readMarkdown(text).links) {
        const [page = '', anchor] = target.split('#', 2);
        expect([name, target, page === '' || texts.has(page)]).toEqual([name, target, true]);
        if (anchor !== undefined) expect(anchors(page === '' ? name : page)).toContain(anchor);
      }
    }
  });

  it.each(publishedFolders())('%s: no link of its pages leads out of the package', (folder) => {
    const names = [...docsOf(folder).keys()].map((name) => `docs/${name}`);
    const { files } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
      files: readonly string[];
    };
    const texts = Object.values(pagesOf(folder));
    for (const { target } of texts.flatMap((text) => readMarkdown(text).links)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [page = ''] = target.split('#', 1);
      expect([...names, ...files, '']).toContain(page);
    }
  });
});
