import {
  BaseRouter,
  type PageDefinition,
  type ProjectReflection,
  Reflection,
  ReflectionKind,
  type RouterTarget,
} from 'typedoc';
import { addressOf, sourceOf } from './pages.js';

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
