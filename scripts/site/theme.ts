import {
  DefaultTheme,
  DefaultThemeRenderContext,
  JSX,
  type Options,
  type PageEvent,
  type Reflection,
  type RenderTemplate,
  type Router,
} from 'typedoc';
import { packagesOf, pageOf } from './layout.js';

/** Pictures of TypeDoc's that are read from a file of theirs; ours are drawn by the style sheet. */
const icons = /<svg[^>]*>(?:(?!<\/svg>)[^])*?icons\.svg#(?:(?!<\/svg>)[^])*?<\/svg>/g;

/** Headings of which none is more than one level below the one before: TypeDoc's leave levels out. */
const inOrder = (html: string): string => {
  let level = 0;
  return html.replace(/<h([1-6])([^>]*>[^]*?)<\/h\1>/g, (_, wanted: string, rest: string) => {
    level = Math.min(Number(wanted), level + 1);
    return `<h${level}${rest}</h${level}>`;
  });
};

class SiteContext extends DefaultThemeRenderContext {
  constructor(router: Router, theme: DefaultTheme, page: PageEvent<Reflection>, options: Options) {
    super(router, theme, page, options);
    // What is on a page is listed beside it.
    this.index = () => JSX.createElement(JSX.Fragment, null);
    const linkTo = (target: Reflection): string => this.urlTo(target) ?? '';
    const reflection = this.reflectionTemplate;
    this.reflectionTemplate = (props) =>
      props.model.isProject()
        ? JSX.createElement(JSX.Raw, { html: packagesOf(props.project, linkTo) })
        : reflection(props);
    this.defaultLayout = (template: RenderTemplate<PageEvent<Reflection>>, props) => {
      const made = template(props);
      const body = typeof made === 'string' ? made : JSX.renderElement(made);
      const header =
        props.model.isDocument() || props.model.isProject() ? null : this.header(props);
      const content = inOrder(
        // Sections of the reference are always open: a summary must not hold links.
        `${header === null ? '' : JSX.renderElement(header)}${body.replace(/<\/?(?:details|summary)\b[^>]*>/g, '')}`,
      );
      const html = pageOf(props, content, linkTo);
      return JSX.createElement(JSX.Raw, {
        html: html
          .replace(/^<!DOCTYPE html>/, '')
          .replaceAll(icons, '')
          // A table that is scrolled can be reached by the keyboard.
          .replaceAll('<table>', '<table tabindex="0">'),
      });
    };
  }
}

/** The look of the site. TypeDoc writes what is in a page of the reference; all around it is ours. */
export class SiteTheme extends DefaultTheme {
  override ContextClass = SiteContext;
}
