/** One kind of error answer: the HTTP status, and the code and title of the error object (section 7). */
export interface ErrorRow {
  /** The HTTP status. */
  readonly status: number;
  /** The `code` of its error objects. */
  readonly code: string;
  /** The `title` of its error objects. */
  readonly title: string;
}

/** Every error answer there is. Only BAD_JSON is named by the specification; the others are ours. */
// biome-ignore format: a table reads by its columns
export const errorCatalog = {
  badJson:              { status: 400, code: 'BAD_JSON',               title: 'The body is not JSON' },
  badRequest:           { status: 400, code: 'BAD_REQUEST',            title: 'The request breaks a rule' },
  invalidApiKey:        { status: 401, code: 'INVALID_API_KEY',        title: 'The API key is missing or not valid' },
  notFound:             { status: 404, code: 'NOT_FOUND',              title: 'There is nothing here' },
  methodNotAllowed:     { status: 405, code: 'METHOD_NOT_ALLOWED',     title: 'The method is not allowed here' },
  notAcceptable:        { status: 406, code: 'NOT_ACCEPTABLE',         title: 'No accepted media type can be served' },
  payloadTooLarge:      { status: 413, code: 'PAYLOAD_TOO_LARGE',      title: 'The body is too large' },
  unsupportedMediaType: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', title: 'The body has the wrong media type' },
  rateLimitExceeded:    { status: 429, code: 'RATE_LIMIT_EXCEEDED',    title: 'The allowance of this hour is used up' },
  internalError:        { status: 500, code: 'INTERNAL_ERROR',         title: 'The service failed' },
  serviceUnavailable:   { status: 503, code: 'SERVICE_UNAVAILABLE',    title: 'A part of the service is away' },
} as const satisfies Record<string, ErrorRow>;

/** The name of a kind of error answer. */
export type ErrorName = keyof typeof errorCatalog;
