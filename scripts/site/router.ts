import { posix } from 'node:path';
import {
  BaseRouter,
  type DocumentReflection,
  type PageDefinition,
  type ProjectReflection,
  Reflection,
  ReflectionKind,
  type RouterTarget,
} from 'typedoc';
import { addressOf } from './pages.js';

/** The file that a document was read from, by its path from the root. */
export const sourceOf = (document: DocumentReflection): string => {
  const path = document.project.files.getReflectionPath(document) ?? '';
  return posix.relative(process.cwd().replaceAll('\\', '/'), path.replaceAll('\\', '/'));
};

/** `@tallyboard/core/vocabulary` as the folder of its reference. */
const folderOf = (module: string): string =>
  `reference/${module.replace(/^@tallyboard\//, '').replaceAll('/', '-')}`;

/** Addresses that follow from files and names alone: they stay when titles and kinds change. */
export class SiteRouter extends BaseRouter {
  protected override getIdealBaseName(target: RouterTarget): string {
    if (!(target instanceof Reflection)) return this.getUrlSafeName(target.name);
    if (target.isDocument()) return addressOf(sourceOf(target));
    if (target.kindOf(ReflectionKind.Module)) return `${folderOf(target.name)}/index`;
    const module = target.parent;
    return `${module === undefined ? 'reference' : folderOf(module.name)}/${this.getUrlSafeName(target.name)}`;
  }

  override buildPages(project: ProjectReflection): PageDefinition[] {
    const pages = super
      .buildPages(project)
      .map((page) => (page.url === 'modules.html' ? { ...page, url: 'reference.html' } : page));
    this.fullUrls.set(project, 'reference.html');
    return pages;
  }
}
