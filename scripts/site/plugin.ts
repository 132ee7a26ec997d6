import { type Application, Converter, PageEvent, ReflectionKind, RendererEvent } from 'typedoc';
import { membersWithoutComment } from './members.js';
import { groupOf, moduleNames, titleOf } from './names.js';
import { linkSourcePages, writeSourcePages } from './source-pages.js';

/** The HTTP reference is no page of TypeDoc's: its link would be the same in every folder. */
const linkReference = (contents: string, url: string): string => {
  const up = '../'.repeat(url.split('/').length - 1);
  return contents.replaceAll('href="http/index.html"', `href="${up}http/index.html"`);
};

const projectTitle = /<div class="tsd-page-title">.*?<\/div>/s;

/** What the site does beyond TypeDoc: names that readers know, and pages for the sources that guides link. */
export const load = (app: Application): void => {
  const names = moduleNames();
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, declaration) => {
    const name = names.get(declaration.name);
    if (declaration.kind === ReflectionKind.Module && name !== undefined) declaration.name = name;
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    document.frontmatter['group'] ??= groupOf(document.name);
    document.name = titleOf(document);
  });
  app.on('validateProject', (project) => {
    for (const name of membersWithoutComment(project)) {
      app.logger.warn(`${name} does not say what it is`);
    }
  });
  app.renderer.on(PageEvent.END, (page) => {
    if (page.contents === undefined) return;
    page.contents = linkReference(linkSourcePages(page.contents), page.url);
    // The front page has a heading of its own.
    if (page.url === 'index.html') page.contents = page.contents.replace(projectTitle, '');
  });
  app.renderer.on(RendererEvent.END, ({ project, outputDirectory }) => {
    writeSourcePages(outputDirectory, project.files.getNameToAbsoluteMap());
  });
};
