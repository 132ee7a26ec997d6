import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Application,
  Converter,
  type DeclarationReflection,
  type DocumentReflection,
  PageEvent,
  ReflectionKind,
  RendererEvent,
} from 'typedoc';
import { manifestIn } from '../packages/pack.js';
import { categorize, categoryOrder, mainFunctions } from './categories.js';
import { SiteRouter } from './router.js';
import { linkRules } from './rule-links.js';
import { searchEntries } from './search-entries.js';
import { writeTexts } from './texts.js';
import { SiteTheme } from './theme.js';

const folders = ['conformance', ...readdirSync('packages').map((name) => `packages/${name}`)];

/** What programs import, such as `@tallyboard/core/vocabulary`, by the name TypeDoc gives to its source. */
const moduleNames = (): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const folder of folders) {
    const { name, exports = {} } = manifestIn(folder);
    for (const [path, target] of Object.entries(exports)) {
      if (typeof target === 'string') continue;
      const source = target['@tallyboard/source'] ?? '';
      names.set(
        `${folder}/${source.slice(2).replace(/(\/index)?\.ts$/, '')}`,
        name + path.slice(1),
      );
    }
  }
  return names;
};

/** The first heading of a page. */
const titleOf = ({ name, content }: DocumentReflection): string =>
  /^# (.+)$/m.exec(content.map(({ text }) => text).join(''))?.[1]?.replaceAll('`', '') ?? name;

const source = '\\.(?:ts|tsx|mjs|cjs|js|md|yaml)';
const linked = new RegExp(`(href="(?:\\.\\./)*media/[^"#]+${source})(#[^"]*)?(?=")`, 'g');

/** Links to source files lead to texts, which a browser shows and does not download. */
const linkSources = (html: string): string => html.replace(linked, '$1.txt');

/** Makes texts of the source files among the media. */
const renameSources = (site: string, names: Iterable<string>): void => {
  for (const name of names) {
    const copy = join(site, 'media', name);
    if (new RegExp(`${source}$`).test(name) && existsSync(copy)) renameSync(copy, `${copy}.txt`);
  }
};

const byUse = (a: DeclarationReflection, b: DeclarationReflection): number =>
  mainFunctions.indexOf(a.name) - mainFunctions.indexOf(b.name);

const packageOrder = ['core', 'core/vocabulary', 'http', 'client', 'conformance', 'openapi'];

/** The place of a package in lists: as its readers meet it; the rest by name. */
const placeOf = ({ name }: DeclarationReflection): number => {
  const place = packageOrder.indexOf(name.replace('@tallyboard/', ''));
  return place < 0 ? packageOrder.length : place;
};

/** What the site does beyond TypeDoc: look, addresses, tasks, examples that run, search, plain texts. */
export const load = (app: Application): void => {
  const names = moduleNames();
  const pages = new Map<string, string>();
  app.renderer.defineTheme('tallyboard', SiteTheme);
  app.renderer.defineRouter('tallyboard', SiteRouter);

  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, declaration) => {
    const name = names.get(declaration.name);
    if (declaration.kind === ReflectionKind.Module && name !== undefined) declaration.name = name;
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    document.name = titleOf(document);
  });
  // Before TypeDoc makes its categories, which it does at a lower priority.
  app.converter.on(
    Converter.EVENT_RESOLVE,
    (_, reflection) => {
      if (reflection.isDeclaration()) categorize(reflection);
    },
    1000,
  );
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      project.children?.sort((a, b) => placeOf(a) - placeOf(b));
      for (const module of project.children ?? []) {
        const [main] = module.categories ?? [];
        if (main?.title === categoryOrder[0]) {
          (main.children as DeclarationReflection[]).sort(byUse);
        }
      }
    },
    -1000,
  );
  app.renderer.on(PageEvent.END, (page) => {
    if (page.contents === undefined) return;
    page.contents = linkRules(linkSources(page.contents), page.url);
    pages.set(page.url, page.contents);
  });
  app.renderer.on(RendererEvent.END, ({ project, outputDirectory }) => {
    renameSources(outputDirectory, project.files.getNameToAbsoluteMap().keys());
    const router = app.renderer.router!;
    const entries = searchEntries(project, (target) => router.getFullUrl(target), pages);
    mkdirSync(join(outputDirectory, 'assets'), { recursive: true });
    writeFileSync(
      join(outputDirectory, 'assets/places.js'),
      `globalThis.tallyboardPlaces = ${JSON.stringify(entries)};\n`,
    );
    writeTexts(project, outputDirectory, (target) => router.getFullUrl(target));
  });
};
