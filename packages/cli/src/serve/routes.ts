/** Where a request went, as logs and metrics name it: the template and never what stood in its place. */
export const routeTemplates = [
  '/v1/organizations/{org_id}/analytics',
  '/v1/organizations/{org_id}/analytics/users',
  '/v1/boards/{board_id}',
  '/v1/me',
  '/healthz',
  '/readyz',
] as const;

/** A route of the service; `other` is every path that has none. */
export type RouteTemplate = (typeof routeTemplates)[number] | 'other';

/** A route, and the organization in its path where that has the form of an id. */
export interface Destination {
  readonly route: RouteTemplate;
  readonly organization?: string;
}

/** What became of a request. It holds no key, no query and nothing about a person. */
export interface Answered extends Destination {
  /** By which its line is found: the well-formed `X-Request-Id` of the request, or one of ours. */
  readonly id: string;
  readonly method: string;
  /** `null` when the connection ended before an answer was out. */
  readonly status: number | null;
  /** From the arrival of its headers to the end of its answer, in milliseconds. */
  readonly ms: number;
}

const templates = routeTemplates.map((route) => ({ route, words: route.split('/') }));
const other: Destination = { route: 'other' };

/** The form of supported ids (2.1). Anything else in a path may be a slip of the pen, or an address. */
const organizationId = /^wksp_\w{11,17}$/;

const decoded = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return '%';
  }
};

const fits = (words: readonly string[], segments: readonly string[]): boolean =>
  words.length === segments.length &&
  words.every((word, at) => (word.startsWith('{') ? segments[at] !== '' : word === segments[at]));

const plainPath = /^[\w/-]*$/;

/** The path of a request's target, which may be a whole address (RFC 9112, 3.2.2), as the handler sees it. */
const pathOf = (target: string): string => {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (plainPath.test(path)) return path;
  const address = path.startsWith('/') ? `http://localhost${path}` : path;
  return URL.canParse(address) ? new URL(address).pathname : '';
};

/** Finds out where a request went from its target. */
export const destinationOf = (target: string): Destination => {
  const path = pathOf(target);
  // No route is that deep.
  const segments = path.split('/', 7).map(decoded);
  const found = templates.find(({ words }) => fits(words, segments));
  if (found === undefined) return other;
  const { route } = found;
  const [, , kind, id = ''] = segments;
  return kind === 'organizations' && organizationId.test(id)
    ? { route, organization: id }
    : { route };
};
