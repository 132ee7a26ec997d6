import type { AllowancePort, Awaitable, ClockPort, DataPorts } from '@tallyboard/ports';

/** Everything outside of a request that its answer depends on. Ports read; the core decides. */
export interface Ports extends DataPorts {
  /** Counts requests. */
  readonly allowance: AllowancePort;
  /** The day and the instant. */
  readonly clock: ClockPort;
  /** Codings for answers in the order of preference; gzip when left out. */
  readonly compress?: readonly Compressor[];
  /** Hashes keys; WebCrypto when left out, where a runtime has nothing faster. */
  readonly sha256?: Sha256;
  /** Gets every unexpected error; clients only learn that the service failed. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The same for users who are signed in by the program around the handler, by a session or a token: `identify`
 * takes the place of API keys. `keys` is not asked.
 */
export interface LoginPorts<Incoming> extends Omit<Ports, 'keys'> {
  /** The id of the user who sends a request; nothing for none. It gets the request as the framework has it. */
  readonly identify: (request: Incoming) => Awaitable<string | null | undefined>;
}

/** Bytes of an answer. TypeScript before 5.7 has no `Uint8Array<ArrayBuffer>`. */
export type Bytes = Uint8Array & { readonly buffer: ArrayBuffer };

/** The lower-case hexadecimal SHA-256 of bytes. */
export type Sha256 = (bytes: Bytes) => Awaitable<string>;

/** One content coding. */
export interface Compressor {
  /** Its name in `Content-Encoding`, such as `br`. */
  readonly coding: string;
  /** The coded bytes. */
  readonly compress: (bytes: Bytes) => Awaitable<Bytes>;
}

/** A computation that is still running when the adapter has waited long enough. */
export const pending = { status: 'pending' } as const;

/** A computation that broke. What broke is reported to the operator, not to the client. */
export const failed = {
  status: 'failed',
  code: 'COMPUTATION_FAILED',
  detail: 'The computation failed. A later request computes it anew.',
} as const;
