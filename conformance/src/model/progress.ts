import type { Endpoint } from './request.js';

/** The progress of a run; reporters listen and never steer. */
export type Progress =
  | {
      readonly type: 'sent';
      readonly probe: string;
      readonly endpoint: Endpoint;
      /** Requests of this allowance so far, this one included. */
      readonly used: number;
      /** Requests an hour that the operator says the endpoint allows; 0 for no limit. */
      readonly allowance: number;
    }
  | {
      readonly type: 'answered';
      readonly probe: string;
      readonly endpoint: Endpoint;
      /** `null` when the wire broke. */
      readonly status: number | null;
      readonly elapsedMs: number;
    }
  /** The figures that facts give are worked out, which takes a while with many facts. */
  | { readonly type: 'computing'; readonly what: string }
  | { readonly type: 'waiting'; readonly until: string; readonly why: string }
  | { readonly type: 'note'; readonly message: string };

/** Listens to a run. */
export type Listener = (progress: Progress) => void;
