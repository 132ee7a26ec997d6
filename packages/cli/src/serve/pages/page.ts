/** A page beside the API: it needs no key and is not counted. */
export interface Page {
  /** Its `Content-Type`. */
  readonly type: string;
  /** Its text, read once when the page is first requested and then kept. */
  readonly text: () => string | Promise<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is at one path. */
export interface Place {
  /** One page, or the same content in several media types; the first is sent when `Accept` names none. */
  readonly pages: readonly [Page, ...Page[]];
  /** How `GET /` links to it: a relation for programs and a sentence for people; not linked without. */
  readonly link?: { readonly rel: string; readonly says: string };
}
