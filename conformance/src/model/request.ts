/** The parts of the service that count requests apart; `other` has no allowance that we know of (8). */
export type Endpoint = 'metrics' | 'roster' | 'other';

/** The names of organizations that a configuration may have. */
export const targetNames = [
  ...(['main', 'second', 'team', 'notEnrolled', 'noAccess', 'revoked', 'teacher'] as const),
] as const;

/** An organization, with a key, that the configuration can name. */
export type TargetName = (typeof targetNames)[number];

/**
 * The key of a request by name; the secret is looked up when the request is sent and stored
 * nowhere. `unknown` is a made-up key, `empty` an empty header, `none` no header at all.
 */
export type KeyName = TargetName | 'unknown' | 'empty' | 'none';

/** The key that stands for `unknown`: one that no service knows. */
export const unknownKey = 'an-unknown-key';

/** The media type of the API (1.7). */
export const mediaType = 'application/vnd.api+json';

/** A header as sent: what is not listed is not sent, apart from what HTTP itself needs. */
export type Header = readonly [name: string, value: string];

/** The headers of a sound request; `Content-Type` with a body. */
export const accept: Header = ['Accept', mediaType];
/** See `accept`. */
export const json: Header = ['Content-Type', 'application/json'];

/** Why a request is sent; `confirm` asks again what contradicts other answers. */
export type Purpose = 'submit' | 'poll' | 'retry' | 'fill' | 'quota' | 'confirm';

/** A request as planned: complete but for the base address and the secret of its key. */
export interface PlannedRequest {
  /** The probe it belongs to, such as `MV1`. */
  readonly probe: string;
  readonly endpoint: Endpoint;
  /** Whose allowance it spends. */
  readonly target: TargetName;
  readonly key: KeyName;
  readonly method: 'GET' | 'POST';
  /** Path and query after the base address, encoded. */
  readonly path: string;
  /** Every header besides X-API-KEY, Host, Connection and Content-Length. */
  readonly headers: readonly Header[];
  readonly body: string | null;
}
